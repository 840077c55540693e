import type { Amount } from "./state.ts";

/** One event of a notification, as its receiver gets it. */
export type NotificationItem = {
  readonly eventCode: string;
  readonly success: "true" | "false";
  readonly eventDate: string;
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: Amount;
  readonly paymentMethod?: string;
  readonly reason: string;
  readonly operations?: readonly string[];
  readonly additionalData: Readonly<Record<string, string>>;
};
