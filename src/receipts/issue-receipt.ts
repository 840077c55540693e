import { readClock } from "../database/clock-time.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Clock } from "../kernel/clock.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { findTakenMoney, type TakenMoney } from "../payments/read/taken-money.ts";
import { getSession, getSessionForShare } from "../sessions/find-session.ts";
import type { Session } from "../sessions/session.ts";
import { readSettings } from "../settings/read-settings.ts";
import { getTenant } from "../tenants/find-tenant.ts";
import { composeReceipt, type ReceiptMerchant } from "./compose-receipt.ts";
import { findKeyInUse, findReceipt, insertDocument, insertRenewal } from "./queries.ts";
import type { Receipt } from "./schemas.ts";
import { signReceipt } from "./sign-receipt.ts";
import { openSigningKey, type SealedKey } from "./signing-key.ts";
import { ensureKey } from "./signing-keys.ts";

export type ReceiptDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly publicUrl: URL;
};

/** A receipt, and the text that was signed: what is given out is the text. */
export type SignedReceipt = { readonly receipt: Receipt; readonly document: string };

/**
 * The receipt of a session. It is made and signed when it is first asked for, and kept: everybody gets the same bytes from
 * then on, whatever becomes of the merchant's name or the money. Only when its key is withdrawn is it signed again. A
 * payment never waits for its receipt, nor fails because of it.
 *
 * @returns undefined when there is no such session; a problem while its money isn't taken
 */
export async function issueReceipt(
  deps: ReceiptDeps,
  scope: TenantScope,
  sessionId: string,
): Promise<Result<SignedReceipt, Problem> | undefined> {
  const found = await deps.database.inTenant(scope, (trx) => findOrSign(deps, trx, sessionId));
  if (found !== "no_key") return found;
  await ensureKey(deps, scope.mode);
  const signed = await deps.database.inTenant(scope, (trx) => findOrSign(deps, trx, sessionId));
  if (signed === "no_key")
    throw new Error(`the ${scope.mode} mode has no key for receipts though it was given one`);
  return signed;
}

async function findOrSign(
  deps: ReceiptDeps,
  trx: TenantTransaction,
  sessionId: string,
): Promise<Result<SignedReceipt, Problem> | undefined | "no_key"> {
  const known = await findReceipt(trx, sessionId);
  if (known?.isWithdrawn) return signAgain(deps, trx, sessionId, parseDocument(known.document).receipt);
  if (known) return success(parseDocument(known.document));
  const taken = await findTakenMoney(trx, sessionId);
  if (!taken) {
    const unpaid = await getSession(trx, sessionId);
    return unpaid && failed(notPaid(unpaid));
  }
  // A receipt is never changed: an erasure of the customer goes before all of it, or after it and counts it.
  const session = await getSessionForShare(trx, sessionId);
  if (!session) return undefined;
  const key = await findKeyInUse(trx, trx.mode);
  if (!key) return "no_key";
  const document = await sign(deps, trx, { session, taken, key });
  if (await insertDocument(trx, sessionId, document)) return success(parseDocument(document));
  // Somebody else's is there, and committed: the insertion waited for it.
  return success(await readStoredReceipt(trx, sessionId));
}

/** Signs a receipt again whose key was withdrawn. It says what it said, and when it was signed again. */
async function signAgain(
  deps: ReceiptDeps,
  trx: TenantTransaction,
  sessionId: string,
  { signature: _signature, keyId: _keyId, ...said }: Receipt,
): Promise<Result<SignedReceipt, Problem> | undefined | "no_key"> {
  const key = await findKeyInUse(trx, trx.mode);
  if (!key) return "no_key";
  const { clockId } = present(await getSession(trx, sessionId), "the session of a receipt");
  const createdAt = (await readSessionTime(deps, trx, clockId)).toISOString();
  const document = signReceipt({ ...said, createdAt }, openSigningKey(deps.keyring, key));
  await insertRenewal(trx, sessionId, { keyId: key.keyId, document });
  return success(await readStoredReceipt(trx, sessionId));
}

/** The receipt as all others get it, whoever was first to sign it. */
async function readStoredReceipt(trx: TenantTransaction, sessionId: string): Promise<SignedReceipt> {
  const kept = present(await findReceipt(trx, sessionId), "the receipt that was there first");
  return parseDocument(kept.document);
}

/** Our own text: what we signed is a receipt. */
const parseDocument = (document: string): SignedReceipt => ({ receipt: JSON.parse(document), document });

function notPaid({ paymentStatus }: Session): Problem {
  const detail =
    paymentStatus === "authorized"
      ? "Its payment is authorized: there is a receipt once it was captured and nothing is left to capture."
      : `Its payment is ${paymentStatus}: there is a receipt once it is paid.`;
  return problem("session_not_paid", detail);
}

type SigningInput = { readonly session: Session; readonly taken: TakenMoney; readonly key: SealedKey };

async function sign(
  deps: ReceiptDeps,
  trx: TenantTransaction,
  { session, taken, key }: SigningInput,
): Promise<string> {
  const content = composeReceipt({
    id: makeId("rct", trx.mode, trx.tenantId, Math.floor(deps.clock.nowMs())),
    issuer: deps.publicUrl.origin,
    session,
    taken,
    merchant: await readMerchant(trx),
    now: await readSessionTime(deps, trx, session.clockId),
  });
  return signReceipt(content, openSigningKey(deps.keyring, key));
}

/** What the clock shows that a session lives by. */
async function readSessionTime(
  deps: ReceiptDeps,
  trx: TenantTransaction,
  clockId: string | null,
): Promise<Date> {
  const clock = clockId === null ? undefined : await readClock(trx, clockId);
  return clock?.now ?? new Date(Math.floor(deps.clock.nowMs()));
}

async function readMerchant(trx: TenantTransaction): Promise<ReceiptMerchant> {
  const tenant = present(await getTenant(trx, trx.tenantId), "the tenant of a session");
  const { displayName, supportEmail, supportUrl, supportPhone } = await readSettings(trx, tenant);
  return { id: tenant.id, name: displayName, supportEmail, supportUrl, supportPhone };
}
