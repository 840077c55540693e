import type { Transport } from "../transport.ts";
import type { AnswerOf, BodyOf, Page, QueryOf, SandboxClock, SandboxClockAdvance } from "../types.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const clocks = "/api/sandbox/clocks";

/** Sandbox clocks, which stand still until you advance them. A session that is created with a clock uses its time. */
export class SandboxClocks {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  create(params: BodyOf<"createSandboxClock"> = {}, options: CallOptions = {}): Promise<SandboxClock> {
    return this.#send.post(clocks, params, options);
  }

  get(id: string): Promise<SandboxClock> {
    return this.#send.get(at(clocks, id));
  }

  list(query: QueryOf<"listSandboxClocks"> = {}): Promise<Page<SandboxClock>> {
    return this.#send.get(clocks, query);
  }

  /** Advances a clock and runs everything that becomes due. If the response says `advancing`, the rest runs in the background. */
  advance(
    id: string,
    params: BodyOf<"advanceSandboxClock">,
    options: CallOptions = {},
  ): Promise<SandboxClockAdvance> {
    return this.#send.post(at(clocks, id, "/advance"), params, options);
  }

  /** The steps that the latest advance has run so far. */
  lastAdvance(id: string): Promise<SandboxClockAdvance> {
    return this.#send.get(at(clocks, id, "/advance"));
  }

  delete(id: string): Promise<AnswerOf<"deleteSandboxClock">> {
    return this.#send.delete(at(clocks, id));
  }
}
