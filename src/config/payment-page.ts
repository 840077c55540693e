import type { Variables } from "./variables.ts";

/** The payment page, where it differs between installations. */
export type PaymentPageConfig = {
  /** The longest pause before a submit after many declines. */
  readonly declinePauseMs: number;
  /** How often the payment page is checked from outside. */
  readonly pageCheckMinutes: number | "off";
};

export function readPaymentPage(variables: Variables): PaymentPageConfig {
  return {
    declinePauseMs: variables.integer("KASSA_DECLINE_PAUSE_MS", 8_000, 0, 30_000),
    pageCheckMinutes: variables.integerOrOff("KASSA_PAGE_CHECK_MINUTES", 5, 1, 1_440),
  };
}
