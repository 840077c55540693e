import { toDecimalString } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Fault, faultOfAmount, faultOfPattern, faultOfText } from "./fault.ts";

/** A payment that a UPI app is asked to fill in. */
export type UpiPayment = {
  /** The payee's UPI id, such as `name@bank`. */
  readonly upiId: string;
  readonly accountHolder: string;
  readonly amountMinor: number;
  /** ISO 4217. UPI pays INR only. */
  readonly currency: string;
  /** 1 to 35 letters, digits, dots and dashes, by which the receiver finds the payment. */
  readonly reference: string;
  /** A text that both sides see; empty for none. */
  readonly note: string;
};

export type UpiField = keyof UpiPayment;

/** Banks have limits that are far below. */
const maxAmountMinor = 99_999_999_999;

/**
 * A link by the UPI Linking Specifications 1.6. On a phone it opens a UPI app; as a QR code the app's scanner reads it.
 */
export function upiLink(payment: UpiPayment): Result<string, Fault<UpiField>> {
  const fault = faultOf(payment);
  if (fault) return failed(fault);
  const { upiId, accountHolder, amountMinor, reference, note } = payment;
  const parameters = [
    // As in the specification's examples, the @ of the id stands as it is: some apps don't decode it.
    `pa=${upiId}`,
    `pn=${encodeURIComponent(accountHolder)}`,
    `tr=${reference}`,
    ...(note === "" ? [] : [`tn=${encodeURIComponent(note)}`]),
    `am=${toDecimalString(amountMinor, 2)}`,
    "cu=INR",
  ];
  return success(`upi://pay?${parameters.join("&")}`);
}

function faultOf(payment: UpiPayment): Fault<UpiField> | undefined {
  const { upiId, accountHolder, amountMinor, currency, reference, note } = payment;
  return (
    faultOfPattern(
      "upiId",
      upiId,
      /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/,
      "a UPI id such as name@bank",
    ) ??
    faultOfText("accountHolder", accountHolder, { max: 99 }) ??
    faultOfPattern("currency", currency, /^INR$/, "INR, the only currency of UPI") ??
    faultOfAmount("amountMinor", amountMinor, maxAmountMinor) ??
    faultOfPattern(
      "reference",
      reference,
      /^[A-Za-z0-9.-]{1,35}$/,
      "1 to 35 letters, digits, dots and dashes",
    ) ??
    faultOfText("note", note, { max: 50, min: 0 })
  );
}
