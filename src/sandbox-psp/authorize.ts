import type { Transaction } from "../database/transaction.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Charge, surplusOf } from "./charge.ts";
import { decideCharge } from "./decide-charge.ts";
import { delaysOf, type SandboxPspDeps } from "./deps.ts";
import type { ApiErrorCode } from "./errors.ts";
import { makeChargeId, makePageId } from "./ids.ts";
import type { Instrument } from "./instrument.ts";
import { appendLog, findChargeByKey, insertCharge, lockKey } from "./queries/charges.ts";
import { lockClock } from "./queries/due.ts";

/** A request to authorize a charge. Amounts are minor units. */
export type AuthorizeInput = Pick<
  Charge,
  | "account"
  | "idempotencyKey"
  | "merchantReference"
  | "amount"
  | "currency"
  | "capture"
  | "returnUrl"
  | "description"
> & {
  readonly locale?: string | null;
  /** The clock of the charge and the clock's time (RFC 3339). */
  readonly clock?: { readonly id: string; readonly now: string } | null;
  readonly instrument: Instrument;
};

export type AuthorizeResult = { readonly charge: Charge; readonly replayed: boolean };

/** Decides and stores a charge, or returns the charge that this key made before. */
export async function authorize(
  deps: SandboxPspDeps,
  input: AuthorizeInput,
): Promise<Result<AuthorizeResult, ApiErrorCode>> {
  const { account, idempotencyKey, clock, instrument } = input;
  if (instrument.method === "bank_debit" && input.currency !== "EUR")
    return failed("method_currency_unsupported");
  const takenAtOnce = instrument.method === "bank_debit" || instrument.method === "bank_transfer";
  if (takenAtOnce && input.capture === "manual") return failed("method_captures_at_once");
  return await deps.database.inSandboxPsp(async (trx) => {
    const realTime = await lockKey(trx, account, idempotencyKey);
    const earlier = await findChargeByKey(trx, account, idempotencyKey);
    if (earlier && !isSameRequest(earlier, input)) return failed("idempotency_key_reused");
    if (earlier) return success({ charge: earlier, replayed: true });
    const now = clock ? await lockClock(trx, account, clock.id, new Date(clock.now)) : realTime;
    return success({ charge: await createCharge(deps, trx, input, now), replayed: false });
  });
}

async function createCharge(
  deps: SandboxPspDeps,
  trx: Transaction,
  input: AuthorizeInput,
  now: Date,
): Promise<Charge> {
  const { amount, capture } = input;
  const { method, hosted, brand, last4, outcome, entryDecline } = input.instrument;
  const state = decideCharge({ amount, capture, outcome }, entryDecline(now), delaysOf(deps), now);
  const hasPage = state.status === "action_required" || method === "bank_transfer";
  const charge = await insertCharge(trx, {
    ...state,
    id: makeChargeId(),
    account: input.account,
    idempotencyKey: input.idempotencyKey,
    merchantReference: input.merchantReference,
    amount,
    currency: input.currency,
    capture,
    method,
    hosted,
    brand,
    last4,
    outcome,
    description: input.description,
    returnUrl: input.returnUrl,
    locale: input.locale ?? null,
    pageId: hasPage ? makePageId() : null,
    clock: input.clock?.id ?? null,
  });
  await logApproval(trx, charge);
  return charge;
}

/** Writes an approval into the charge log. Other outcomes move no money. */
export async function logApproval(trx: Transaction, charge: Charge): Promise<void> {
  if (charge.status !== "approved") return;
  const captured = charge.capture === "automatic";
  const { amount, idempotencyKey: source } = charge;
  await appendLog(trx, charge, { kind: "authorize", captured, amount, source });
  const surplus = surplusOf(charge);
  if (surplus > 0) await appendLog(trx, charge, { kind: "surplus", amount: surplus, source });
}

/**
 * Compares the stored fields. A card's number isn't stored, so its last four digits and its outcome are compared. On the hosted
 * page the customer enters them later.
 */
function isSameRequest(earlier: Charge, input: AuthorizeInput): boolean {
  return (
    earlier.merchantReference === input.merchantReference &&
    earlier.amount === input.amount &&
    earlier.currency === input.currency &&
    earlier.capture === input.capture &&
    earlier.returnUrl === input.returnUrl &&
    earlier.clock === (input.clock?.id ?? null) &&
    earlier.method === input.instrument.method &&
    earlier.hosted === input.instrument.hosted &&
    (earlier.hosted ||
      (earlier.outcome === input.instrument.outcome && earlier.last4 === input.instrument.last4))
  );
}
