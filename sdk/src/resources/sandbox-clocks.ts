import type { Transport } from "../transport.ts";
import type { AnswerOf, BodyOf, Page, QueryOf, SandboxClock, SandboxClockAdvance } from "../types.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const clocks = "/api/sandbox/clocks";

/** Frozen clocks of the sandbox: sessions that are created with one live in its time. */
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

  /** Runs what falls due on the way. A clock that is still `advancing` then goes on by itself. */
  advance(
    id: string,
    params: BodyOf<"advanceSandboxClock">,
    options: CallOptions = {},
  ): Promise<SandboxClockAdvance> {
    return this.#send.post(at(clocks, id, "/advance"), params, options);
  }

  /** What ran so far in the latest advance. */
  lastAdvance(id: string): Promise<SandboxClockAdvance> {
    return this.#send.get(at(clocks, id, "/advance"));
  }

  delete(id: string): Promise<AnswerOf<"deleteSandboxClock">> {
    return this.#send.delete(at(clocks, id));
  }
}
