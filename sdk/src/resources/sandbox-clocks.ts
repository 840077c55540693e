import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf, ResponseOf } from "../routes.ts";
import type { Page, SandboxClock, SandboxClockAdvance } from "../types.ts";
import { Resource } from "./resource.ts";

/** Sandbox clocks, which stand still until you advance them. A session that is created with a clock uses its time. */
export class SandboxClocks extends Resource {
  create(body: BodyOf<"POST /api/sandbox/clocks"> = {}, options?: ChangeOptions): Promise<SandboxClock> {
    return this.api.call("POST /api/sandbox/clocks", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<SandboxClock> {
    return this.api.call("GET /api/sandbox/clocks/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/sandbox/clocks"> = {}, options?: CallOptions): Promise<Page<SandboxClock>> {
    return this.api.call("GET /api/sandbox/clocks", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/sandbox/clocks"> = {},
    options?: CallOptions,
  ): AsyncGenerator<SandboxClock> {
    return this.api.each("GET /api/sandbox/clocks", filter, options);
  }

  /** Advances a clock and runs everything that becomes due. If the response says `advancing`, the rest runs in the background. */
  advance(
    id: string,
    body: BodyOf<"POST /api/sandbox/clocks/{id}/advance">,
    options?: ChangeOptions,
  ): Promise<SandboxClockAdvance> {
    return this.api.call("POST /api/sandbox/clocks/{id}/advance", { path: { id }, body }, options);
  }

  /** The steps that the latest advance has run so far. */
  lastAdvance(id: string, options?: CallOptions): Promise<SandboxClockAdvance> {
    return this.api.call("GET /api/sandbox/clocks/{id}/advance", { path: { id } }, options);
  }

  delete(id: string, options?: CallOptions): Promise<ResponseOf<"DELETE /api/sandbox/clocks/{id}">> {
    return this.api.call("DELETE /api/sandbox/clocks/{id}", { path: { id } }, options);
  }
}
