import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const attempts = 4;
const timeoutMs = 10_000;
const longestWaitMs = 10_000;
/** Webhooks older or newer than this are refused, so that nobody can send a recorded one again. */
const toleranceSeconds = 300;

/** Kassa refused a request. `code` is stable, `message` says what to change. */
export class KassaError extends Error {
  constructor(status, problem) {
    super(`${status} ${problem.code}: ${problem.detail}`);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Creates a checkout session. With the same idempotency key Kassa returns the same session, so repeating the call is
 * safe.
 */
export async function createSession({ url, key }, session, idempotencyKey) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await post(`${url}/api/checkout/sessions`, key, session, idempotencyKey);
    if (response?.ok) return response.body;
    if (attempt === attempts || (response !== undefined && !mayRetry(response))) throw errorOf(response);
    await sleep(waitMs(response, attempt));
  }
}

/** The response, or undefined if none came in time. */
async function post(url, key, body, idempotencyKey) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { ok, status, headers } = response;
    return { ok, status, retryAfter: headers.get("retry-after"), body: await readJson(response) };
  } catch (error) {
    console.error(`No response from Kassa: ${error.cause?.message ?? error.message}`);
    return undefined;
  }
}

/** A proxy in front of Kassa may answer with HTML. */
async function readJson(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { code: "not_json", detail: text.slice(0, 200) };
  }
}

function mayRetry({ status, body }) {
  return status === 429 || status >= 500 || body.code === "idempotency_key_in_flight";
}

function waitMs(response, attempt) {
  const seconds = Number(response?.retryAfter ?? Number.NaN);
  const wantedMs = Number.isNaN(seconds) ? 500 * 2 ** (attempt - 1) : seconds * 1_000;
  return Math.min(wantedMs, longestWaitMs);
}

function errorOf(response) {
  if (response === undefined) return new Error(`Kassa did not answer in ${attempts} attempts.`);
  return new KassaError(response.status, response.body);
}

/**
 * Returns the event of a genuine webhook, and undefined for any other request. Standard Webhooks signs
 * "<id>.<timestamp>.<body>" with HMAC-SHA256.
 */
export function verifyWebhook(headers, body, secret) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!id || !/^\d+$/.test(timestamp ?? "") || !signatures) return undefined;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return undefined;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is rotated there are two signatures, separated by a space.
  const isGenuine = signatures.split(" ").some((each) => {
    const [version, signature = ""] = each.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? JSON.parse(body.toString("utf8")) : undefined;
}
