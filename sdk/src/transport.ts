import { KassaConnectionError, KassaError, KassaTimeoutError } from "./errors.ts";
import type { ChangeOptions, KassaOptions } from "./options.ts";
import { backoffMs, isRepeatable, retryAfterMsOf, wait } from "./retries.ts";
import type { Problem } from "./types.ts";

export type HttpRequest = {
  readonly method: string;
  /** The path with its query, from "/api". */
  readonly path: string;
  readonly accept: string;
  /** A body is sent unchanged in each try, so it is no stream. */
  readonly body?: Blob | ArrayBuffer | Uint8Array | string | undefined;
  readonly contentType?: string | undefined;
  /** The response is handed out before its body has been read. */
  readonly isStreamed?: boolean;
};

/** Reads a successful response. What it throws counts as a broken connection. */
type Reader<Result> = (response: Response) => Promise<Result>;

type Outcome<Result> = { readonly result: Result } | { readonly failure: KassaError | KassaConnectionError };

/** Sends calls, and retries them where that is safe. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #options: KassaOptions;

  constructor(apiKey: string, options: KassaOptions) {
    // Checked here because fetch would repeat a malformed key in its error.
    if (!/^[\x21-\x7e]+$/.test(apiKey ?? ""))
      throw new TypeError("The API key is missing, or has a character that an HTTP header can't contain.");
    const { protocol, username, password } = new URL(options.baseUrl);
    if (!/^https?:$/.test(protocol) || username || password)
      throw new TypeError("baseUrl has to be an http or https URL without credentials.");
    this.#apiKey = apiKey;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#options = options;
  }

  /**
   * @throws KassaError if Kassa refuses the call, KassaConnectionError if there is no usable response, and the signal's reason if the
   * caller aborts it
   */
  async send<Result>(
    request: HttpRequest,
    read: Reader<Result>,
    options: ChangeOptions = {},
  ): Promise<Result> {
    const { signal } = options;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? 60_000;
    const tryTimeoutMs = options.tryTimeoutMs ?? this.#options.tryTimeoutMs ?? 30_000;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? 3;
    const deadline = Date.now() + timeoutMs;
    const init = this.#initOf(request, options);
    for (let retries = 0; ; retries += 1) {
      const outcome = await this.#try(
        request,
        init,
        read,
        Math.min(tryTimeoutMs, deadline - Date.now()),
        signal,
      );
      if ("result" in outcome) return outcome.result;
      const { failure } = outcome;
      const waitMs = Math.max(
        backoffMs(retries),
        failure instanceof KassaError ? (failure.retryAfterMs ?? 0) : 0,
      );
      const isLast = retries >= maxRetries || Date.now() + waitMs >= deadline;
      if (isLast || !isRepeatable(request.method, failure)) throw failure;
      await wait(waitMs, signal);
    }
  }

  /** The same for all tries, the Idempotency-Key included. Redirects aren't followed: they could lead the key to another server. */
  #initOf({ method, accept, body, contentType }: HttpRequest, options: ChangeOptions): RequestInit {
    const apiVersion = options.apiVersion ?? this.#options.apiVersion;
    const headers: Record<string, string> = { authorization: `Bearer ${this.#apiKey}`, accept };
    if (apiVersion !== undefined) headers["kassa-version"] = apiVersion;
    if (method === "POST") headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
    if (contentType !== undefined) headers["content-type"] = contentType;
    const init: RequestInit = { method, headers, redirect: "manual" };
    return body === undefined ? init : { ...init, body: body as Exclude<typeof body, Uint8Array> };
  }

  async #try<Result>(
    { path, isStreamed }: HttpRequest,
    init: RequestInit,
    read: Reader<Result>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Result>> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener("abort", abort);
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort();
    }, timeoutMs);
    try {
      // Called as a plain function: in browsers and workers the global fetch refuses another `this`.
      const { fetch = globalThis.fetch } = this.#options;
      const response = await fetch(this.#baseUrl + path, { ...init, signal: controller.signal });
      if (response.ok) return { result: await read(response) };
      return { failure: await toError(response) };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (isTimedOut)
        return { failure: new KassaTimeoutError(`Kassa didn't respond within ${timeoutMs} ms.`) };
      return { failure: new KassaConnectionError("Kassa gave no usable response.", { cause }) };
    } finally {
      clearTimeout(timer);
      if (!isStreamed) signal?.removeEventListener("abort", abort);
    }
  }
}

async function toError(response: Response): Promise<KassaError> {
  const text = await response.text();
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const problem = isProblem ? (JSON.parse(text) as Problem) : {};
  return new KassaError(response.status, problem, retryAfterMsOf(response.headers.get("retry-after")));
}
