import { has, t } from "../texts/texts.ts";
import { RequestProblem } from "./problem.ts";

export type Mode = "live" | "sandbox";

/** The tenant and the mode that a request is about. */
export type Place = { readonly tenant: string; readonly mode: Mode };

/** The headers that name a place. */
export const headersOf = ({ tenant, mode }: Place): Record<string, string> => ({
  "kassa-tenant": tenant,
  "kassa-mode": mode,
});

export const notReached = (): RequestProblem => new RequestProblem(0, { detail: t("error.unreachable") });

export type RequestOptions = {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: object | undefined;
  /** A file that is the body, in place of `body`. */
  readonly file?: Blob;
  readonly place?: Place;
  /** Repeated requests with the same key are carried out once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/**
 * Asks Kassa. The browser adds the cookie of the sign-in.
 *
 * @throws RequestProblem
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = "GET", body, file, place, idempotencyKey, signal } = options;
  const headers: Record<string, string> = { accept: "application/json", ...(place && headersOf(place)) };
  if (body) headers["content-type"] = "application/json";
  if (file) headers["content-type"] = file.type || "application/octet-stream";
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(file ? { body: file } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw notReached();
  }
  return readAnswer(answer.status, await answer.text());
}

/**
 * What an answer says.
 *
 * @throws RequestProblem if it is a refusal
 */
export function readAnswer<Answer>(status: number, text: string): Answer {
  const parsed = parse(text);
  if (status >= 200 && status < 300) return parsed as Answer;
  throw new RequestProblem(status, problemOf(parsed));
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Kassa's problems, and those of the sign-in, which have a code and a message in English. */
function problemOf(body: unknown): object {
  if (typeof body !== "object" || body === null) return {};
  if (!("message" in body)) return body;
  const code = "code" in body ? String(body.code) : "";
  const name = `sign-in-error.${code}`;
  return { detail: has(name) ? t(name) : String(body.message), code };
}
