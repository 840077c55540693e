import type { Transport } from "../transport.ts";
import type { BodyOf, Settings } from "../types.ts";
import { type CallOptions, Sender } from "./sender.ts";

const settings = "/api/settings";

/** A logo, at most 128 KiB. */
export type LogoUpload = {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";
  readonly content: Uint8Array<ArrayBuffer>;
};

/** Settings of the payment page, in the key's mode. */
export class PageSettings {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(): Promise<Settings> {
    return this.#send.get(settings);
  }

  /** Changes the given settings. `colors` in the response are the colours that the page uses for the brand colour, and why. */
  update(params: BodyOf<"updateSettings">, options: CallOptions = {}): Promise<Settings> {
    return this.#send.post(settings, params, options);
  }

  uploadLogo(logo: LogoUpload, options: CallOptions = {}): Promise<Settings> {
    return this.#send.upload(`${settings}/logo`, {}, logo, options);
  }

  deleteLogo(): Promise<Settings> {
    return this.#send.delete(`${settings}/logo`);
  }
}
