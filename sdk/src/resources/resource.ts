import type { Api } from "../api.ts";

/** A group of calls. */
export class Resource {
  protected readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }
}
