import { createHmac } from "node:crypto";
import { assert, present } from "../../kernel/assert.ts";
import { decodeTenantKey, encodeTenantKey } from "../../kernel/id.ts";
import type { ConnectorAccount } from "../contract.ts";

/** What all secrets shared with the simulated PSP derive from. */
export type SecretKey = string | Buffer;

/**
 * A tenant's account at the simulated PSP. Every tenant has one without asking: nothing is stored, for its name, its
 * id and its secrets follow from the tenant's key.
 */
export function sandboxAccount(tenantId: number): ConnectorAccount {
  const tenantKey = encodeTenantKey(tenantId);
  return {
    // The shape of any other connector account's id; its time and random part are all zeros, for there is only one.
    id: `ca_sandbox_${tenantKey}${"0".repeat(30)}`,
    tenantId,
    mode: "sandbox",
    settings: { account: `${tenantKey}_sandbox` },
  };
}

/** The account of the PSP's name for it, as in the address of its notifications; undefined when no tenant could have it. */
export function findSandboxAccount(accountName: string): ConnectorAccount | undefined {
  const [, tenantKey] = /^([0-9A-Za-z]{7})_sandbox$/.exec(accountName) ?? [];
  return tenantKey === undefined ? undefined : sandboxAccount(decodeTenantKey(tenantKey));
}

/** The account's name at the PSP. @throws AssertionFailed on a live account: live and sandbox never meet. */
export function accountName(account: ConnectorAccount): string {
  assert(account.mode === "sandbox", "a live account must never reach the sandbox connector");
  return present(account.settings.account, "the sandbox account's name");
}

/** The bearer token with which the account calls the PSP, as docs/sandbox.md defines it. */
export function bearerToken(secretKey: SecretKey, name: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp:${name}`).digest("hex");
}

/** The key under which the PSP signs the account's notifications, as docs/sandbox.md defines it. */
export function notificationSecret(secretKey: SecretKey, name: string): string {
  return createHmac("sha256", secretKey).update(`sandbox-psp-notification:${name}`).digest("hex");
}
