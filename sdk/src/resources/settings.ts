import type { Upload } from "../api.ts";
import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, MediaTypeOf } from "../routes.ts";
import type { Settings } from "../types.ts";
import { Resource } from "./resource.ts";

/** Settings of the payment page, in the key's mode. */
export class PageSettings extends Resource {
  get(options?: CallOptions): Promise<Settings> {
    return this.api.call("GET /api/settings", {}, options);
  }

  /** Changes the given settings. `colors` in the response are the colours that the page uses for the brand colour, and why. */
  update(body: BodyOf<"POST /api/settings">, options?: ChangeOptions): Promise<Settings> {
    return this.api.call("POST /api/settings", { body }, options);
  }

  /** At most 128 KiB. */
  uploadLogo(
    logo: Upload<MediaTypeOf<"POST /api/settings/logo">>,
    options?: ChangeOptions,
  ): Promise<Settings> {
    return this.api.upload("POST /api/settings/logo", {}, logo, options);
  }

  deleteLogo(options?: CallOptions): Promise<Settings> {
    return this.api.call("DELETE /api/settings/logo", {}, options);
  }
}
