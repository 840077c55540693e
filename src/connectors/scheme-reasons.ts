import type { DisputeReason } from "./disputes.ts";

/** The reason codes of Mastercard and Visa, which PSPs pass on. */
const reasons: readonly (readonly [DisputeReason, RegExp])[] = [
  ["fraudulent", /^(?:48(?:37|40|63|7[01])|10\.[1-5])$/],
  ["product_not_received", /^(?:4855|13\.1)$/],
  ["duplicate", /^(?:4834|12\.6(?:\.[12])?)$/],
];

/** The reason of a chargeback by its card scheme's code. */
export const reasonOfSchemeCode = (code: string): DisputeReason =>
  reasons.find(([, codes]) => codes.test(code))?.[0] ?? "general";
