import type { PspResponse } from "./psp-response.ts";

/** A response that tells something about the credentials, or why it doesn't. */
export type Told =
  | { readonly kind: "ok"; readonly body: unknown }
  /** The PSP doesn't know the credential (401). */
  | { readonly kind: "unknown_credential" }
  /** The PSP knows it, but it lacks the permission (403). */
  | { readonly kind: "not_permitted" }
  | { readonly kind: "other"; readonly status: number; readonly body: unknown }
  | { readonly kind: "unknown"; readonly detail: string };

/** What a response says about credentials. A 429 or 5xx says nothing about them. */
export function readCheck(response: PspResponse): Told {
  if (response.kind === "no_response") return { kind: "unknown", detail: response.detail };
  const { status, body } = response;
  if (status >= 200 && status < 300) return { kind: "ok", body };
  if (status === 401) return { kind: "unknown_credential" };
  if (status === 403) return { kind: "not_permitted" };
  if (status === 429 || status >= 500) return { kind: "unknown", detail: `status ${status}` };
  return { kind: "other", status, body };
}

/** A text field of a JSON body; null if there is none. */
export function textOf(body: unknown, name: string): string | null {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return null;
  const value: unknown = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : null;
}
