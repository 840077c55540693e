import { readClock } from "../database/clock-time.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Clock } from "../kernel/clock.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { type CapturedFunds, findCapturedFunds } from "../payments/read/captured-funds.ts";
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

/** A receipt and its signed text. Clients get the text. */
export type SignedReceipt = { readonly receipt: Receipt; readonly document: string };

/**
 * The receipt of a session. The first request signs and stores it. All later requests get the same bytes, even if the
 * merchant's name changes or money is refunded. It is signed again only when its key is withdrawn. A payment never waits
 * for its receipt and never fails because of it.
 *
 * @returns undefined when there is no such session; a problem while the payment isn't captured
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
  const taken = await findCapturedFunds(trx, sessionId);
  if (!taken) {
    const unpaid = await getSession(trx, sessionId);
    return unpaid && failed(notPaid(unpaid));
  }
  // A receipt never changes. This lock orders it with an erasure: either the erasure comes first, or it counts the receipt.
  const session = await getSessionForShare(trx, sessionId);
  if (!session) return undefined;
  const key = await findKeyInUse(trx, trx.mode);
  if (!key) return "no_key";
  const document = await sign(deps, trx, { session, taken, key });
  if (await insertDocument(trx, sessionId, document)) return success(parseDocument(document));
  // Another transaction has inserted a receipt and committed; the INSERT waited for it.
  return success(await readStoredReceipt(trx, sessionId));
}

/** Signs a receipt again after its key was withdrawn. Only the key, the signature and `createdAt` change. */
async function signAgain(
  deps: ReceiptDeps,
  trx: TenantTransaction,
  sessionId: string,
  { signature: _signature, keyId: _keyId, ...content }: Receipt,
): Promise<Result<SignedReceipt, Problem> | undefined | "no_key"> {
  const key = await findKeyInUse(trx, trx.mode);
  if (!key) return "no_key";
  const { clockId } = present(await getSession(trx, sessionId), "the session of a receipt");
  const createdAt = (await readSessionTime(deps, trx, clockId)).toISOString();
  const document = signReceipt({ ...content, createdAt }, openSigningKey(deps.keyring, key));
  await insertRenewal(trx, sessionId, { keyId: key.keyId, document });
  return success(await readStoredReceipt(trx, sessionId));
}

/** The stored receipt, which another transaction may have signed. */
async function readStoredReceipt(trx: TenantTransaction, sessionId: string): Promise<SignedReceipt> {
  const kept = present(await findReceipt(trx, sessionId), "the receipt that was there first");
  return parseDocument(kept.document);
}

/** Parses Kassa's own signed text, which is always a valid receipt. */
const parseDocument = (document: string): SignedReceipt => ({ receipt: JSON.parse(document), document });

function notPaid({ paymentStatus }: Session): Problem {
  const detail =
    paymentStatus === "authorized"
      ? "The payment is authorized. The receipt is available once it is captured and nothing is left to capture."
      : `The payment is ${paymentStatus}. The receipt is available once it is paid.`;
  return problem("session_not_paid", detail);
}

type SigningInput = { readonly session: Session; readonly taken: CapturedFunds; readonly key: SealedKey };

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

/** The current time by the session's clock. */
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
