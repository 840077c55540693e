import { createHmac } from "node:crypto";
import { assert, present } from "../../kernel/assert.ts";
import { decodeTenantKey, encodeTenantKey } from "../../kernel/id.ts";
import type { ConnectorAccount } from "../connector-account.ts";

/** The key from which all secrets shared with the simulated PSP are derived. */
export type SecretKey = string | Buffer;

/** The number of accounts that each tenant has at the simulated PSP. */
export const sandboxAccountsAtMost = 9;

/**
 * A tenant's account at the simulated PSP. Every tenant has these accounts from the start. Nothing is stored, because an
 * account's name, id and secrets are derived from the tenant's key and the account's number.
 *
 * @param number from 1 to `sandboxAccountsAtMost`
 */
export function sandboxAccount(tenantId: number, number = 1): ConnectorAccount {
  const tenantKey = encodeTenantKey(tenantId);
  return {
    // The usual form of a connector account's id: the time is zero, and the random part is the number.
    id: `ca_sandbox_${tenantKey}${"0".repeat(29)}${number - 1}`,
    tenantId,
    mode: "sandbox",
    settings: { account: `${tenantKey}${number === 1 ? "" : number}_sandbox` },
  };
}

/** The tenant's accounts with the numbers 1 to `upTo`. */
export function sandboxAccounts(tenantId: number, upTo = sandboxAccountsAtMost): ConnectorAccount[] {
  return Array.from({ length: upTo }, (_, index) => sandboxAccount(tenantId, index + 1));
}

/** The account with this name at the PSP, which is part of its notification URL; undefined if the name isn't valid. */
export function findSandboxAccount(accountName: string): ConnectorAccount | undefined {
  const [, tenantKey, number] = /^([0-9A-Za-z]{7})([2-9]?)_sandbox$/.exec(accountName) ?? [];
  return tenantKey === undefined
    ? undefined
    : sandboxAccount(decodeTenantKey(tenantKey), Number(number || 1));
}

/** The account's name at the PSP. @throws AssertionFailed on a live account. */
export function accountName(account: ConnectorAccount): string {
  assert(account.mode === "sandbox", "a live account must never reach the sandbox connector");
  return present(account.settings.account, "the sandbox account's name");
}

/** The account's bearer token for the PSP's API, as docs/reference/sandbox.md defines it. */
export function bearerToken(secretKey: SecretKey, name: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp:${name}`).digest("hex");
}

/** The key with which the PSP signs the account's notifications, as docs/reference/sandbox.md defines it. */
export function notificationSecret(secretKey: SecretKey, name: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp-notification:${name}`).digest("hex");
}
