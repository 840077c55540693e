import { isQRIBAN, isValidIBAN } from "ibantools";
import { toDecimalString } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Fault, faultOfAmount, faultOfPattern, faultOfText } from "./fault.ts";
import { isQrReference } from "./qr-reference.ts";
import { isRfReference } from "./rf-reference.ts";

/** What a Swiss QR-bill asks for. */
export type SwissBill = {
  /** An IBAN or QR-IBAN of Switzerland or Liechtenstein, without spaces. */
  readonly iban: string;
  readonly creditor: SwissAddress;
  /** Null: the payer enters the amount. */
  readonly amountMinor: number | null;
  /** CHF or EUR. */
  readonly currency: string;
  /** Null: the payer enters it. */
  readonly debtor: SwissAddress | null;
  /** A QR reference for a QR-IBAN; an RF reference or nothing for an IBAN. */
  readonly reference: string;
  /** A text for the creditor; empty for none. */
  readonly message: string;
};

/** A structured address (type S). Since November 2025 banks refuse the combined one (type K). */
export type SwissAddress = {
  readonly name: string;
  /** Empty if there is none. */
  readonly street: string;
  /** Empty if there is none. */
  readonly buildingNumber: string;
  readonly postalCode: string;
  readonly town: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

type Party = "creditor" | "debtor";
export type SwissField = Exclude<keyof SwissBill, Party> | `${Party}.${keyof SwissAddress}`;

/** 997 bytes just fit into version 25 with error correction level M. */
const maxBytes = 997;

/**
 * Versions 7 to 13 have an alignment pattern in the middle, which the cross would cover: zbar can't read them then. Version
 * 14 has none there, and its modules are 0.63 mm wide at the prescribed size, where 0.4 mm are enough.
 */
export const swissSymbol = { minVersion: 14, maxVersion: 25, swissCross: true } as const;
const maxAmountMinor = 99_999_999_999;

/**
 * The characters that banks accept: Basic Latin, Latin-1 and Latin Extended-A, the Romanian letters with a comma, and €.
 * Guidelines 2.3, chapter 4.1.1.
 */
const allowed = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;

/**
 * The text of a Swiss QR code, version 0200, as the Swiss Implementation Guidelines for the QR-bill 2.3 define it. It is
 * shown with the Swiss cross in its middle: see `qrSvg`.
 */
export function swissPayload(bill: SwissBill): Result<string, Fault<SwissField>> {
  const fault =
    faultOfIban(bill) ??
    faultOfAddress("creditor", bill.creditor) ??
    faultOfMoney(bill) ??
    (bill.debtor === null ? undefined : faultOfAddress("debtor", bill.debtor)) ??
    faultOfReference(bill) ??
    faultOfLatin("message", bill.message, { max: 140, min: 0 });
  if (fault) return failed(fault);
  const payload = lines(bill).join("\n");
  const bytes = Buffer.byteLength(payload);
  if (bytes <= maxBytes) return success(payload);
  const detail = `the code would have ${bytes} bytes, and at most ${maxBytes} are allowed; shorten message.`;
  return failed({ field: "message", detail });
}

function lines({ iban, creditor, amountMinor, currency, debtor, reference, message }: SwissBill): string[] {
  const amount = amountMinor === null ? "" : toDecimalString(amountMinor, 2);
  return [
    ...["SPC", "0200", "1", iban, ...addressLines(creditor)],
    // The ultimate creditor, which is reserved for later.
    ...addressLines(null),
    ...[amount, currency, ...addressLines(debtor)],
    ...[referenceType(reference), reference, message, "EPD"],
  ];
}

function addressLines(address: SwissAddress | null): string[] {
  if (address === null) return ["", "", "", "", "", "", ""];
  const { name, street, buildingNumber, postalCode, town, country } = address;
  return ["S", name, street, buildingNumber, postalCode, town, country];
}

function referenceType(reference: string): "QRR" | "SCOR" | "NON" {
  if (reference === "") return "NON";
  return isQrReference(reference) ? "QRR" : "SCOR";
}

function faultOfIban({ iban }: SwissBill): Fault<SwissField> | undefined {
  if (isValidIBAN(iban) && /^(CH|LI)/.test(iban)) return undefined;
  const detail = `"${iban}" isn't a valid IBAN of Switzerland or Liechtenstein without spaces; check it.`;
  return { field: "iban", detail };
}

function faultOfMoney({ amountMinor, currency }: SwissBill): Fault<SwissField> | undefined {
  return (
    faultOfPattern("currency", currency, /^(CHF|EUR)$/, "CHF or EUR") ??
    (amountMinor === null ? undefined : faultOfAmount("amountMinor", amountMinor, maxAmountMinor))
  );
}

function faultOfAddress(party: Party, address: SwissAddress): Fault<SwissField> | undefined {
  return (
    faultOfLatin(`${party}.name`, address.name, { max: 70 }) ??
    faultOfLatin(`${party}.street`, address.street, { max: 70, min: 0 }) ??
    faultOfLatin(`${party}.buildingNumber`, address.buildingNumber, { max: 16, min: 0 }) ??
    faultOfLatin(`${party}.postalCode`, address.postalCode, { max: 16 }) ??
    faultOfLatin(`${party}.town`, address.town, { max: 35 }) ??
    faultOfPattern(`${party}.country`, address.country, /^[A-Z]{2}$/, "a code of two capital letters")
  );
}

function faultOfLatin(
  field: SwissField,
  text: string,
  limits: Parameters<typeof faultOfText>[2],
): Fault<SwissField> | undefined {
  return (
    faultOfText(field, text, limits) ??
    faultOfPattern(field, text, allowed, "in Latin letters that Swiss banks accept; write it so")
  );
}

/** A QR-IBAN takes only QR references, and an IBAN takes none. */
function faultOfReference({ iban, reference }: SwissBill): Fault<SwissField> | undefined {
  const field = "reference";
  if (isQRIBAN(iban)) {
    if (isQrReference(reference)) return undefined;
    return { field, detail: `a QR-IBAN needs a QR reference of 27 digits, and "${reference}" isn't one.` };
  }
  if (reference === "" || isRfReference(reference)) return undefined;
  const detail = `an IBAN that isn't a QR-IBAN needs an RF reference or none, and "${reference}" isn't one.`;
  return { field, detail };
}
