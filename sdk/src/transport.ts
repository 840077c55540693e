import { KassaConnectionError, KassaError } from "./errors.ts";
import type { Problem } from "./types.ts";

export type KassaOptions = {
  /** The URL of your Kassa installation, such as "https://pay.example.com". */
  readonly baseUrl: string;
  /** The timeout of one try, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How many times a call is retried, if that is safe. Default: 2. */
  readonly maxRetries?: number;
  /** The API version, a date. Default: the version that the key was created with. */
  readonly apiVersion?: string;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
};

export type ApiRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Instead of a JSON body: the bytes of a file, sent unchanged. */
  readonly file?: ApiFile | undefined;
  /** The format of the response. Default: JSON. */
  readonly answer?: "bytes" | undefined;
  /** Default for POST: a random key, which stays the same for all tries of this call. */
  readonly idempotencyKey?: string | undefined;
};

export type ApiFile = { readonly content: Uint8Array<ArrayBuffer>; readonly mediaType: string };

/** Sends calls, and retries those that got no response or one that asks for a retry. */
export class Transport {
  readonly #apiKey: string;
  readonly #options: Required<Omit<KassaOptions, "apiVersion">> & Pick<KassaOptions, "apiVersion">;

  constructor(apiKey: string, options: KassaOptions) {
    this.#apiKey = apiKey;
    this.#options = { timeoutMs: 30_000, maxRetries: 2, fetch: globalThis.fetch, ...options };
  }

  /** @throws KassaError if Kassa refuses the call, KassaConnectionError if there is no response. */
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
 * Whether the call may be sent again. A POST may: with its Idempotency-Key, Kassa carries it out once. A DELETE may not: if the
 * first response was lost, the second one would be 404.
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

/** Half a second, doubled with each try, minus a random part of up to a half, so that clients don't retry at the same moment. */
function backoffMs(attempt: number): number {
  return 500 * 2 ** attempt * (1 - Math.random() / 2);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
