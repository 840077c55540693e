import { KassaConnectionError, KassaError } from "./errors.ts";
import type { Problem } from "./types.ts";

export type KassaOptions = {
  /** Where your Kassa is, such as "https://pay.example.com". */
  readonly baseUrl: string;
  /** How long one try may take. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** How often a call is repeated where that is safe. Default: 2. */
  readonly maxRetries?: number;
  /** The API's version, a date. Default: the version that the key was made with. */
  readonly apiVersion?: string;
  /** In place of the global fetch. */
  readonly fetch?: typeof fetch;
};

export type ApiRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** In place of a body: the bytes of a file, sent as they are. */
  readonly file?: ApiFile | undefined;
  /** What the answer is: JSON unless named. */
  readonly answer?: "bytes" | undefined;
  /** Default for POST: a random one, the same for all tries of this call. */
  readonly idempotencyKey?: string | undefined;
};

export type ApiFile = { readonly content: Uint8Array<ArrayBuffer>; readonly mediaType: string };

/** Sends calls and repeats those that got no answer or were told to come back. */
export class Transport {
  readonly #apiKey: string;
  readonly #options: Required<Omit<KassaOptions, "apiVersion">> & Pick<KassaOptions, "apiVersion">;

  constructor(apiKey: string, options: KassaOptions) {
    this.#apiKey = apiKey;
    this.#options = { timeoutMs: 30_000, maxRetries: 2, fetch: globalThis.fetch, ...options };
  }

  /** @throws KassaError for an answer that isn't a success, KassaConnectionError when there was none. */
  async send<Answer>(request: ApiRequest): Promise<Answer> {
    const init = this.#initOf(request);
    const address = addressOf(this.#options.baseUrl, request);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#try(address, init, request);
      if ("answer" in outcome) return outcome.answer as Answer;
      const isLast = attempt >= this.#options.maxRetries;
      if (isLast || !isRepeatable(request, outcome.failure)) throw outcome.failure;
      await wait(outcome.retryAfterMs ?? backoffMs(attempt));
    }
  }

  #initOf({ method, body, file, answer, idempotencyKey }: ApiRequest): RequestInit {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#apiKey}`,
      accept: answer === "bytes" ? "*/*" : "application/json",
    };
    if (this.#options.apiVersion !== undefined) headers["kassa-version"] = this.#options.apiVersion;
    if (method === "POST") headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
    if (file) return { method, headers: { ...headers, "content-type": file.mediaType }, body: file.content };
    if (body === undefined) return { method, headers };
    return {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    };
  }

  async #try(address: URL, init: RequestInit, { answer }: ApiRequest): Promise<Outcome> {
    try {
      const signal = AbortSignal.timeout(this.#options.timeoutMs);
      const response = await this.#options.fetch(address, { ...init, signal, redirect: "error" });
      if (response.ok && answer === "bytes") return { answer: new Uint8Array(await response.arrayBuffer()) };
      const text = await response.text();
      if (response.ok) return { answer: JSON.parse(text) };
      return {
        failure: new KassaError(response.status, readProblem(response, text)),
        ...retryAfterOf(response),
      };
    } catch (cause) {
      return { failure: new KassaConnectionError(`Kassa at ${address.origin} gave no answer.`, { cause }) };
    }
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly failure: KassaError | KassaConnectionError; readonly retryAfterMs?: number };

/**
 * Whether the call may be sent again. A POST may, for its Idempotency-Key makes Kassa do it once. A DELETE whose answer
 * was lost may not: the second one would say that there is no such object.
 */
function isRepeatable({ method }: ApiRequest, failure: KassaError | KassaConnectionError): boolean {
  if (failure instanceof KassaConnectionError) return method !== "DELETE";
  return failure.status === 429 || failure.status === 503 || failure.code === "idempotency_key_in_flight";
}

function addressOf(baseUrl: string, { path, query = {} }: ApiRequest): URL {
  const address = new URL(`${baseUrl.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

function readProblem(response: Response, text: string): Partial<Problem> {
  if (!response.headers.get("content-type")?.startsWith("application/problem+json")) return {};
  return JSON.parse(text) as Problem;
}

const longestWaitMs = 30_000;

function retryAfterOf(response: Response): { retryAfterMs?: number } {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterMs: Math.min(seconds * 1_000, longestWaitMs) } : {};
}

/** Half a second, doubled each time, of which up to a half at random so that callers don't come back together. */
function backoffMs(attempt: number): number {
  return 500 * 2 ** attempt * (1 - Math.random() / 2);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
