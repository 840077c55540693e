import assert from "node:assert/strict";
import { bearerToken, sandboxAccount } from "../../src/connectors/sandbox/accounts.ts";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import type { Keyring } from "../../src/kernel/seal.ts";

/** An operation at the PSP's own dashboard. `amount` in minor units; a void has none. */
export type DashboardMovement = {
  readonly tenantId: number;
  /** The PSP's reference of the charge. */
  readonly charge: string;
  readonly kind: "capture" | "void" | "refund";
  readonly amount?: number;
  /** Default EUR. */
  readonly currency?: string;
  /** The idempotency key; default: a new one. */
  readonly key?: string;
};

let made = 0;

/** Captures, voids or refunds at the PSP without Kassa. The PSP notifies Kassa. */
export async function moveAtDashboard(
  { url, keyring }: { readonly url: string; readonly keyring: Keyring },
  movement: DashboardMovement,
): Promise<void> {
  const { tenantId, charge, kind, amount, currency = "EUR" } = movement;
  const { key = `dashboard-${charge}-${made}` } = movement;
  const account = sandboxAccount(tenantId).settings.account ?? "";
  made += 1;
  const response = await fetch(`${url}/charges/${charge}/${kind}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${bearerToken(sandboxPspSecret(keyring), account)}`,
      "sandbox-account": account,
      "sandbox-origin": "dashboard",
      "idempotency-key": key,
    },
    body: JSON.stringify(kind === "void" ? {} : { amount, currency }),
  });
  const answer = await response.text();
  assert.equal(response.status, 200, answer);
}
