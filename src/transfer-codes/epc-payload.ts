import { isSEPACountry, isValidBIC, isValidIBAN } from "ibantools";
import { toDecimalString } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Fault, faultOfAmount, faultOfPattern, faultOfText } from "./fault.ts";
import { isRfReference } from "./rf-reference.ts";

/** A SEPA credit transfer to be filled in by the payer's banking app. */
export type EpcTransfer = {
  readonly accountHolder: string;
  /** Without spaces. */
  readonly iban: string;
  /** Null leaves it out: within SEPA, banks find it by the IBAN. */
  readonly bic: string | null;
  readonly amountMinor: number;
  /** ISO 4217. Only EUR has such a code. */
  readonly currency: string;
  /** An RF reference, which is sent as a structured one, or another text of up to 140 characters. */
  readonly reference: string;
  /** A code of ISO 20022 for the purpose, such as CHAR. */
  readonly purpose?: string;
  /** A text for the payer, which isn't sent with the transfer. */
  readonly information?: string;
};

export type EpcField = keyof EpcTransfer;

/** 331 bytes just fit into version 13 with error correction level M. */
const maxBytes = 331;
export const epcSymbol = { maxVersion: 13 } as const;
const maxAmountMinor = 99_999_999_999;

/**
 * The text of a QR code by EPC069-12, version 002, in UTF-8. It is also called GiroCode in Germany, and is read by
 * banking apps of most SEPA countries.
 */
export function epcPayload(transfer: EpcTransfer): Result<string, Fault<EpcField>> {
  const fault = faultOfAccount(transfer) ?? faultOfMoney(transfer) ?? faultOfTexts(transfer);
  if (fault) return failed(fault);
  const payload = lines(transfer).join("\n").replace(/\n+$/, "");
  const bytes = Buffer.byteLength(payload);
  if (bytes <= maxBytes) return success(payload);
  const detail = `the code would have ${bytes} bytes, and at most ${maxBytes} are allowed; shorten reference or information.`;
  return failed({ field: transfer.information ? "information" : "reference", detail });
}

/** The elements in their order; the ones after the last that is used are left out with their line breaks. */
function lines(transfer: EpcTransfer): string[] {
  const { bic, accountHolder, iban, amountMinor, reference, purpose = "", information = "" } = transfer;
  const structured = isRfReference(reference);
  const amount = toDecimalString(amountMinor, 2).replace(/\.00$/, "");
  return [
    "BCD",
    "002",
    "1",
    "SCT",
    bic ?? "",
    accountHolder,
    iban,
    `EUR${amount}`,
    purpose,
    structured ? reference : "",
    structured ? "" : reference,
    information,
  ];
}

function faultOfAccount({ accountHolder, iban, bic }: EpcTransfer): Fault<EpcField> | undefined {
  if (!isValidIBAN(iban))
    return { field: "iban", detail: `"${iban}" isn't a valid IBAN without spaces; check its digits.` };
  if (!isSEPACountry(iban.slice(0, 2)))
    return { field: "iban", detail: `${iban.slice(0, 2)} isn't a SEPA country; use an account in one.` };
  if (bic !== null && !isValidBIC(bic))
    return {
      field: "bic",
      detail: `"${bic}" isn't a BIC of 8 or 11 characters; correct it or leave it out.`,
    };
  return faultOfText("accountHolder", accountHolder, { max: 70 });
}

function faultOfMoney({ amountMinor, currency }: EpcTransfer): Fault<EpcField> | undefined {
  if (currency !== "EUR")
    return { field: "currency", detail: `currency is ${currency}; these codes are for EUR only.` };
  return faultOfAmount("amountMinor", amountMinor, maxAmountMinor);
}

function faultOfTexts({ reference, purpose, information }: EpcTransfer): Fault<EpcField> | undefined {
  return (
    faultOfText("reference", reference, { max: 140, min: 0 }) ??
    faultOfPattern("purpose", purpose ?? "", /^[A-Z0-9]{0,4}$/, "up to 4 capital letters and digits") ??
    faultOfText("information", information ?? "", { max: 70, min: 0 })
  );
}
