import { present } from "../kernel/assert.ts";
import type { TakenMoney } from "../payments/read/taken-money.ts";
import type { Session } from "../sessions/session.ts";
import { receiptNumber } from "./receipt-number.ts";
import { type Receipt, type ReceiptContent, receiptVersion } from "./schemas.ts";

/** Who took the money. */
export type ReceiptMerchant = Receipt["merchant"];

export type ReceiptInput = {
  readonly id: string;
  readonly issuer: string;
  readonly session: Session;
  readonly taken: TakenMoney;
  readonly merchant: ReceiptMerchant;
  /** By the clock that the session lives by. */
  readonly now: Date;
};

/** In English, for whoever reads the file: its page says the same in the reader's language. */
const sandboxNotice = "Sandbox: this is the receipt of a test. No real money was paid.";

/** What a receipt says, all but who signs it. Only what can't change any more goes in: refunds aren't part of it. */
export function composeReceipt(facts: ReceiptInput): Omit<ReceiptContent, "keyId"> {
  const { session, taken } = facts;
  const { payment, captures } = taken;
  const paidAt = present(captures.at(-1), "the last capture").capturedAt;
  return {
    object: "receipt",
    version: receiptVersion,
    id: facts.id,
    number: receiptNumber(session.id),
    mode: session.mode,
    notice: session.mode === "sandbox" ? sandboxNotice : null,
    issuer: facts.issuer,
    session: session.id,
    payment: payment.id,
    merchant: facts.merchant,
    description: session.details.description,
    lineItems: lineItemsOf(session),
    adjustments:
      session.details.adjustments?.map(({ type, name, amount }) => ({ type, name, amount })) ?? null,
    amountOrdered: session.amount,
    amount: payment.amountCaptured,
    currency: payment.currency,
    captures: captures.map(({ amount, capturedAt }) => ({ amount, capturedAt: capturedAt.toISOString() })),
    method: methodOf(taken),
    paidAt: paidAt.toISOString(),
    createdAt: facts.now.toISOString(),
  };
}

/** Without their pictures, which stand on other hosts and can change. */
function lineItemsOf({ details }: Session): ReceiptContent["lineItems"] {
  if (details.lineItems === null) return null;
  return details.lineItems.map(({ name, quantity, unitAmount }) => ({ name, quantity, unitAmount }));
}

function methodOf({ attempt }: TakenMoney): ReceiptContent["method"] {
  const { method, cardBrand, cardLast4, accountLast4 } = attempt;
  return {
    type: method,
    card: cardBrand === null || cardLast4 === null ? null : { brand: cardBrand, last4: cardLast4 },
    bankAccount: accountLast4 === null ? null : { last4: accountLast4 },
  };
}
