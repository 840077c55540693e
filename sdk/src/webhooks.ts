import type { Event } from "./types.ts";

export type VerifyOptions = {
  /** How far `webhook-timestamp` may be from now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number;
};

/** The webhook isn't genuine, or it is too old. Respond with 400. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Verifies webhooks as the specification Standard Webhooks says. */
export const webhooks = { verify };

/**
 * Verifies a webhook and returns its event.
 *
 * @param payload the raw request body, before any parser has changed it
 * @param headers of the request: `Headers`, or an object such as Node's `request.headers`
 * @param secret the endpoint's secret, `whsec_…`, or several, one of which has to match
 * @throws WebhookVerificationError if the webhook isn't genuine, TypeError if the call is wrong
 */
async function verify(
  payload: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<Event> {
  const body = bytesOf(payload);
  const secrets = (Array.isArray(secret) ? secret : [secret]).map(readSecret);
  if (secrets.length === 0) throw new TypeError("There is no webhook secret.");
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readSignatures(readHeader(headers, "webhook-signature"));
  checkTime(timestamp, toleranceSeconds);
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSignedByAny(secrets, signatures, signed)))
    throw new WebhookVerificationError("No signature matches. Check the secret, and that the body is raw.");
  return JSON.parse(new TextDecoder().decode(body)) as Event;
}

/** Web Crypto compares in constant time. */
async function isSignedByAny(
  secrets: readonly Bytes[],
  signatures: readonly Bytes[],
  signed: Bytes,
): Promise<boolean> {
  for (const secret of secrets) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
    }
  }
  return false;
}

function checkTime(timestamp: string, toleranceSeconds: number): void {
  const ageSeconds = Date.now() / 1_000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (Number.isNaN(ageSeconds)) throw new WebhookVerificationError("webhook-timestamp is malformed.");
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError("The webhook is too old.");
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError("webhook-timestamp is in the future. Check this machine's clock.");
}

/** "v1,<base64>", separated by spaces. Other versions and malformed signatures are ignored; no more than ten are looked at. */
function readSignatures(header: string): Bytes[] {
  return header.split(" ", 10).flatMap((part) => {
    const bytes = part.startsWith("v1,") ? fromBase64(part.slice(3)) : undefined;
    return bytes ? [bytes] : [];
  });
}

/** The error doesn't repeat the secret. */
function readSecret(secret: string): Bytes {
  const bytes = typeof secret === "string" ? fromBase64(secret.replace(/^whsec_/, "")) : undefined;
  if (!bytes || bytes.length < 16)
    throw new TypeError("The webhook secret is missing or malformed: whsec_….");
  return bytes;
}

function readHeader(headers: HeaderSource, name: string): string {
  const value = typeof headers.get === "function" ? (headers as Headers).get(name) : valueIn(headers, name);
  if (typeof value !== "string" || value === "")
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

/** Node's names are in lower case, those of other frameworks may not be. */
function valueIn(headers: HeaderSource, name: string): unknown {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) && found.length === 1 ? found[0] : found;
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(payload: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (ArrayBuffer.isView(payload)) return new Uint8Array(payload);
  if (Object.prototype.toString.call(payload) === "[object ArrayBuffer]") return new Uint8Array(payload);
  throw new TypeError("Pass the raw body as a string or bytes: a parsed body can't be verified.");
}

function concat(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
