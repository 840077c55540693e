import { createHmac, timingSafeEqual } from "node:crypto";
import { assert } from "../kernel/assert.ts";

/** All secrets of the simulated PSP are derived from this key, so it needs no table of accounts. */
export type SecretKey = string | Buffer;

/** @throws AssertionFailed if the key has fewer than 16 characters and could be guessed. */
export function checkSecretKey(secretKey: SecretKey): void {
  assert(secretKey.length >= 16, "the simulated PSP's secret key has fewer than 16 characters");
}

/** The bearer token of an account: hex. */
export function accountSecret(secretKey: SecretKey, account: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp:${account}`).digest("hex");
}

/** The key that signs notifications to an account: hex, used as text. */
export function notificationSecret(secretKey: SecretKey, account: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp-notification:${account}`).digest("hex");
}

/** The value of the header `Sandbox-Signature`: `t=<unix seconds>,v1=<hex>`. */
export function signNotification(secret: string, body: string, unixSeconds: number): string {
  const signature = createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex");
  return `t=${unixSeconds},v1=${signature}`;
}

/** Compares two secrets in constant time. */
export function sameSecret(presented: string, expected: string): boolean {
  const a = Buffer.from(presented);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
