import type { PaymentMethod, PaymentMethodType } from "../connectors/contract.ts";

/**
 * What the customer chose on Kassa's page: a method with its details, or a method whose details they will enter on the PSP's
 * hosted page.
 */
export type PaymentChoice =
  | PaymentMethod
  | { readonly type: "hosted_page"; readonly method: PaymentMethodType };

export const methodOf = (choice: PaymentChoice): PaymentMethodType =>
  choice.type === "hosted_page" ? choice.method : choice.type;
