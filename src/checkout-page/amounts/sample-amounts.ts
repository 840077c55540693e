import { sampleDetails } from "../details/sample-details.ts";
import type { OpenPage } from "../view-model.ts";
import type { AmountForm } from "./amount-form.ts";

const form: AmountForm = {
  url: "/pay/cs_sandbox_1/amount?locale=en",
  hasQuantities: true,
  takesCode: true,
  tips: {
    suggestions: [
      { value: "0", percentage: "10", amountMinor: 745, isChosen: false },
      { value: "1", percentage: "12.5", amountMinor: 931, isChosen: false },
      { value: "2", percentage: "15", amountMinor: 1118, isChosen: false },
    ],
    chosen: "none",
    custom: { amountMinor: null },
  },
  faults: new Map(),
  typed: new Map(),
};

/** Views of an open page whose amount the customer can change. */
export function sampleAmounts(open: OpenPage): Record<string, OpenPage> {
  const parts = { subtotal: 7450, discount: 0, promotionCode: null, tip: 0 };
  const lineItems = open.order.lineItems.map((item, index) =>
    index === 2 ? item : { ...item, adjustable: { minimum: index, maximum: 10 } },
  );
  const order = { ...open.order, lineItems, parts };
  return {
    open_amounts: { ...open, order, amounts: form },
    open_amounts_chosen: {
      ...open,
      order: {
        ...order,
        amountMinor: 7205,
        parts: { subtotal: 7450, discount: 745, promotionCode: "SUMMER10", tip: 500 },
      },
      amounts: {
        ...form,
        takesCode: false,
        tips: form.tips && { ...form.tips, chosen: "custom", custom: { amountMinor: 500 } },
      },
    },
    open_amounts_with_errors: {
      ...open,
      order,
      amounts: {
        ...form,
        faults: new Map([
          ["quantity_1", { key: "fault.quantity_between", values: { minimum: 1, maximum: 10 } }],
          ["promotion_code", { key: "fault.code_unknown" }],
          ["tip_amount", { key: "fault.tip_too_large", amountMinor: 7450 }],
        ]),
        typed: new Map([
          ["quantity_1", "12"],
          ["promotion_code", "SUMER10"],
          ["tip_amount", "100"],
        ]),
      },
    },
    open_amounts_total_changed: { ...open, order, amounts: form, totalChanged: true },
    open_amounts_details: {
      ...open,
      order,
      amounts: form,
      method: "bank_debit",
      values: { holder: "Ada Lovelace" },
      details: sampleDetails(open).open_details?.details ?? [],
    },
    open_tips_only: {
      ...open,
      order: { ...open.order, lineItems: [], description: null, parts },
      amounts: { ...form, hasQuantities: false, takesCode: false },
    },
  };
}
