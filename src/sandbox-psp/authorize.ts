import type { Transaction } from "../database/transaction.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Charge, ChargeState, ChargeStatus } from "./charge.ts";
import { type CardEntry, decideCharge } from "./decide-charge.ts";
import { defaultChallengeMs, defaultPendingMs, type SandboxPspDeps } from "./deps.ts";
import type { ApiErrorCode } from "./errors.ts";
import { makeChallengeId, makeChargeId } from "./ids.ts";
import { appendLog, findChargeByKey, insertCharge, lockKey } from "./queries.ts";
import { findTestCard, type TestCard } from "./test-cards.ts";

/** A request for money, as the API takes it. Amounts are minor units. */
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
  readonly card: CardEntry & { readonly number: string };
  readonly locale?: string | null;
};

export type Authorized = { readonly charge: Charge; readonly replayed: boolean };

/** Decides and stores a charge, or answers the one that this key made before. */
export async function authorize(
  deps: SandboxPspDeps,
  input: AuthorizeInput,
): Promise<Result<Authorized, ApiErrorCode>> {
  const card = findTestCard(input.card.number);
  if (!card) return failed("unknown_test_card");
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, input.account, input.idempotencyKey);
    const earlier = await findChargeByKey(trx, input.account, input.idempotencyKey);
    if (!earlier) return success({ charge: await createCharge(deps, trx, input, card), replayed: false });
    if (!asksTheSame(earlier, input, card)) return failed("idempotency_key_reused");
    return success({ charge: earlier, replayed: true });
  });
}

async function createCharge(
  deps: SandboxPspDeps,
  trx: Transaction,
  input: AuthorizeInput,
  card: TestCard,
): Promise<Charge> {
  const state: ChargeState = decideCharge(card, input.card, input, Date.now());
  const charge = await insertCharge(trx, {
    ...state,
    id: makeChargeId(),
    account: input.account,
    idempotencyKey: input.idempotencyKey,
    merchantReference: input.merchantReference,
    amount: input.amount,
    currency: input.currency,
    capture: input.capture,
    brand: card.brand,
    last4: card.number.slice(-4),
    outcome: card.outcome,
    description: input.description,
    returnUrl: input.returnUrl,
    locale: input.locale ?? null,
    challengeId: state.status === "action_required" ? makeChallengeId() : null,
    dueInMs: dueInMs(deps, state.status),
  });
  await logApproval(trx, charge);
  return charge;
}

/** Writes an approval into the charge log; other outcomes moved nothing. */
export async function logApproval(trx: Transaction, charge: Charge): Promise<void> {
  if (charge.status !== "approved") return;
  const captured = charge.capture === "automatic";
  await appendLog(trx, charge, { kind: "authorize", captured, amount: charge.amount });
}

function dueInMs(deps: SandboxPspDeps, status: ChargeStatus): number | null {
  if (status === "pending") return deps.pendingMs ?? defaultPendingMs;
  if (status === "action_required") return deps.challengeMs ?? defaultChallengeMs;
  return null;
}

/** Compares what is stored; of the card that is its last digits, for the number isn't. */
function asksTheSame(earlier: Charge, input: AuthorizeInput, card: TestCard): boolean {
  return (
    earlier.merchantReference === input.merchantReference &&
    earlier.amount === input.amount &&
    earlier.currency === input.currency &&
    earlier.capture === input.capture &&
    earlier.returnUrl === input.returnUrl &&
    earlier.brand === card.brand &&
    earlier.last4 === card.number.slice(-4)
  );
}
