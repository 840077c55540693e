import { present } from "../kernel/assert.ts";
import type { CapturedFunds } from "../payments/read/captured-funds.ts";
import { amountDetailsOf } from "../sessions/api-session.ts";
import type { Session } from "../sessions/session.ts";
import { receiptNumber } from "./receipt-number.ts";
import { type Receipt, type ReceiptContent, receiptVersion } from "./schemas.ts";

/** The merchant on a receipt. */
export type ReceiptMerchant = Receipt["merchant"];

export type ReceiptInput = {
  readonly id: string;
  readonly issuer: string;
  readonly session: Session;
  readonly taken: CapturedFunds;
  readonly merchant: ReceiptMerchant;
  /** The current time by the session's clock. */
  readonly now: Date;
};

/** In English, for readers of the file. The receipt page says the same in the reader's language. */
const sandboxNotice = "Sandbox: this is the receipt of a test. No real money was paid.";

/** The content of a receipt without the key. It contains only what can't change any more, so no refunds. */
export function composeReceipt(input: ReceiptInput): Omit<ReceiptContent, "keyId"> {
  const { session, taken } = input;
  const { payment, captures } = taken;
  const paidAt = present(captures.at(-1), "the last capture").capturedAt;
  return {
    object: "receipt",
    version: receiptVersion,
    id: input.id,
    number: receiptNumber(session.id),
    mode: session.mode,
    notice: session.mode === "sandbox" ? sandboxNotice : null,
    issuer: input.issuer,
    session: session.id,
    payment: payment.id,
    merchant: input.merchant,
    description: session.details.description,
    lineItems: lineItemsOf(session),
    adjustments:
      session.details.adjustments?.map(({ type, name, amount }) => ({ type, name, amount })) ?? null,
    amountDetails: amountDetailsOf(session),
    amountOrdered: session.amount,
    amount: payment.amountCaptured,
    currency: payment.currency,
    captures: captures.map(({ amount, capturedAt }) => ({ amount, capturedAt: capturedAt.toISOString() })),
    method: methodOf(taken),
    paidAt: paidAt.toISOString(),
    createdAt: input.now.toISOString(),
  };
}

/** The items without their pictures, which are on other hosts and can change. Those that the customer has left out are missing. */
function lineItemsOf({ details }: Session): ReceiptContent["lineItems"] {
  if (details.lineItems === null) return null;
  const kept = details.lineItems.filter(({ quantity }) => quantity > 0);
  return kept.map(({ name, quantity, unitAmount }) => ({ name, quantity, unitAmount }));
}

function methodOf({ attempt }: CapturedFunds): ReceiptContent["method"] {
  const { method, cardBrand, cardLast4, accountLast4 } = attempt;
  return {
    type: method,
    card: cardBrand === null || cardLast4 === null ? null : { brand: cardBrand, last4: cardLast4 },
    bankAccount: accountLast4 === null ? null : { last4: accountLast4 },
  };
}
