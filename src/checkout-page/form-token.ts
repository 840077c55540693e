import { timingSafeEqual } from "node:crypto";
import type { Keyring } from "../kernel/seal.ts";

/**
 * A form token proves that a form came from this session's own page, rendered within the last day. It is a second
 * defence against cross-site posts: the page has no cookies, so another site can't make the browser send any.
 */
const lifetimeMs = 24 * 60 * 60_000;

export function makeFormToken(keyring: Keyring, sessionId: string, nowMs: number): string {
  const issued = Math.floor(nowMs).toString(36);
  return `${issued}.${sign(keyring, sessionId, issued)}`;
}

export function verifyFormToken(keyring: Keyring, sessionId: string, token: unknown, nowMs: number): boolean {
  if (typeof token !== "string") return false;
  const [issued = "", signature = ""] = token.split(".");
  const ageMs = nowMs - Number.parseInt(issued, 36);
  if (!(ageMs >= -60_000 && ageMs < lifetimeMs)) return false;
  const expected = Buffer.from(sign(keyring, sessionId, issued));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(keyring: Keyring, sessionId: string, issued: string): string {
  return keyring.digest("form-tokens", `${sessionId} ${issued}`).toString("base64url");
}
