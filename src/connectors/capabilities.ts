import type { PaymentMethodType } from "../kernel/payment-method.ts";

/** What a PSP can do with the charges of a method, as far as the functions of its connector don't say. */
export type MethodCapabilities = {
  /**
   * When money is captured. `at_once`: always with the payment. `once`: later, too, but the first capture releases the rest.
   * `in_parts`: later, in several parts.
   */
  readonly capture: CaptureCapability;
  /** The number of days after the payment in which the PSP refunds it; null if the PSP states no limit. */
  readonly refundDays: number | null;
};

export const captureCapabilities = ["at_once", "once", "in_parts"] as const;
export type CaptureCapability = (typeof captureCapabilities)[number];

/** By method: those that the connector has. */
export type Capabilities = Readonly<Partial<Record<PaymentMethodType, MethodCapabilities>>>;

/** What the PSP can do for an account with these settings. Without settings: for every account. */
export type CapabilitiesOf = (settings: Readonly<Record<string, string>>) => Capabilities;
