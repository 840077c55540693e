import assert from "node:assert/strict";
import type { JsonBody, TestApp } from "../../test/support/app.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makeId, parseId } from "../kernel/id.ts";
import { expectTransfer } from "./expect-transfer.ts";
import type { ExpectedTransfer, TransferRequest } from "./transfer.ts";

/** The owner of a session. */
export function ownerOf(session: string): TenantScope {
  const mode = session.startsWith("cs_live_") ? "live" : "sandbox";
  const parsed = parseId(session, "cs");
  assert.ok(parsed, session);
  return { tenantId: parsed.tenantId, mode };
}

/** A request for a session's transfer, as the payments room makes it. */
export function requestFor(session: string, changes: Partial<TransferRequest> = {}): TransferRequest {
  const { tenantId, mode } = ownerOf(session);
  return {
    attemptId: makeId("att", mode, tenantId, Date.now()),
    sessionId: session,
    amountMinor: 2_599,
    currency: "EUR",
    country: "DE",
    payerName: null,
    payerAccount: null,
    expiresAt: new Date(Date.now() + 86_400_000),
    ...changes,
  };
}

/** Expects a transfer for a session. The tenant needs a bank account. */
export async function expectFor(
  kassa: TestApp,
  session: string,
  changes: Partial<TransferRequest> = {},
): Promise<ExpectedTransfer> {
  const made = await kassa.app.database.inTenant(ownerOf(session), (trx) =>
    expectTransfer({ nowMs: Date.now }, trx, requestFor(session, changes)),
  );
  assert.ok(made.ok, "the tenant has an account in the currency");
  return made.value;
}

/** An expected transfer as the API shows it. */
export async function shown(kassa: TestApp, key: string, id: string): Promise<JsonBody> {
  const answer = await kassa.call("GET", `/api/expected-transfers/${id}`, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
