import type { Receipt } from "../../receipts/schemas.ts";
import type { PageView, ReceiptPage } from "../view-model.ts";

/** The free texts of a merchant. */
type Words = { readonly merchant: string; readonly item: string; readonly description: string };

/** The data that all sample pages share. */
type Session = Pick<ReceiptPage, "mode" | "locale" | "merchant">;

/** Sample views of the receipt page: a common one and its variants. */
export function sampleReceipts({ mode, locale, merchant }: Session, words: Words): Record<string, PageView> {
  const page: ReceiptPage = {
    state: "receipt",
    mode,
    locale,
    merchant,
    pageUrl: "/pay/cs_sandbox_1/receipt",
    paymentUrl: "/pay/cs_sandbox_1?locale=en",
    downloadUrl: "/pay/cs_sandbox_1/receipt.json",
    receipt: sampleReceipt(words),
    refundedMinor: 0,
  };
  const live = { ...page.receipt, mode: "live", notice: null } as const;
  return {
    receipt: page,
    receipt_refunded: {
      ...page,
      receipt: { ...page.receipt, amount: 6800 },
      refundedMinor: 1450,
    },
    receipt_adjusted: {
      ...page,
      receipt: {
        ...page.receipt,
        adjustments: [
          { type: "discount", name: "Autumn sale, 10% off everything but gift cards", amount: -745 },
          { type: "shipping", name: "Standard shipping", amount: 490 },
          { type: "tax", name: "VAT 19%", amount: 1367 },
        ],
        amountOrdered: 8562,
        amount: 8562,
        captures: [{ amount: 8562, capturedAt: page.receipt.paidAt }],
      },
    },
    receipt_with_tip: {
      ...page,
      receipt: {
        ...page.receipt,
        amountDetails: { subtotal: 7450, discount: 745, promotionCode: "SUMMER10", tip: 500 },
        amountOrdered: 7205,
        amount: 7205,
        captures: [{ amount: 7205, capturedAt: page.receipt.paidAt }],
      },
    },
    receipt_live_amount_only: {
      ...page,
      mode: "live",
      receipt: {
        ...live,
        lineItems: null,
        adjustments: null,
        description: null,
        method: { type: "bank_transfer", card: null, bankAccount: null },
      },
    },
  };
}

function sampleReceipt({ merchant, item, description }: Words): Receipt {
  const paidAt = "2026-11-21T12:05:00.000Z";
  return {
    object: "receipt",
    version: 1,
    id: "rct_sandbox_1",
    number: "7XK3-9QPM-2WTA-6HZR",
    mode: "sandbox",
    notice: "Sandbox: this is the receipt of a test. No real money was paid.",
    issuer: "https://pay.example",
    keyId: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    session: "cs_sandbox_1",
    payment: "pay_sandbox_1",
    merchant: { id: "ten_1", name: merchant, supportEmail: null, supportUrl: null, supportPhone: null },
    description,
    lineItems: [
      { name: item, quantity: 1, unitAmount: 3900 },
      { name: "Terracotta pot", quantity: 2, unitAmount: 1450 },
      { name: "Plant food", quantity: 1, unitAmount: 650 },
    ],
    adjustments: null,
    amountDetails: null,
    amountOrdered: 7450,
    amount: 7450,
    currency: "EUR",
    captures: [{ amount: 7450, capturedAt: paidAt }],
    method: { type: "card", card: { brand: "visa", last4: "4242" }, bankAccount: null },
    paidAt,
    createdAt: paidAt,
    signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
  };
}
