import { toDecimalString } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Fault, faultOfAmount, faultOfPattern, faultOfText } from "./fault.ts";

/** What a static Pix code asks for. */
export type PixCharge = {
  /** A Pix key: CPF or CNPJ without punctuation, phone number (+55…), e-mail address, or random key (a UUID). */
  readonly key: string;
  readonly accountHolder: string;
  readonly city: string;
  /** Null: the payer enters the amount. */
  readonly amountMinor: number | null;
  /** ISO 4217. Only BRL has such a code. */
  readonly currency: string;
  /** 1 to 25 letters and digits, by which the receiver finds the payment; null for none. */
  readonly txid: string | null;
};

export type PixField = keyof PixCharge;

/** The field holds one digit more; this is the limit of the other codes here. */
const maxAmountMinor = 99_999_999_999;

/** The formats of Pix keys. Only the bank knows whether a key exists. */
const keyFormats = [
  /^[0-9]{11}$/, // CPF
  /^[0-9A-Z]{12}[0-9]{2}$/, // CNPJ, which can have letters since July 2026
  /^\+[1-9][0-9]{7,14}$/,
  /^(?=.{3,77}$)[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
] as const;

/**
 * The text of a static BR Code for Pix: fields of EMV's merchant-presented QR codes, each an id, a length and a value, with
 * a checksum at the end. Customers can also paste it into their banking app ("Pix copia e cola").
 *
 * Accents are dropped from names, because the field allows only ASCII.
 */
export function pixPayload(charge: PixCharge): Result<string, Fault<PixField>> {
  const accountHolder = withoutAccents(charge.accountHolder);
  const city = withoutAccents(charge.city);
  const fault = faultOf({ ...charge, accountHolder, city });
  if (fault) return failed(fault);
  const { key, amountMinor, txid } = charge;
  const body = [
    field("00", "01"),
    field("26", field("00", "br.gov.bcb.pix") + field("01", key)),
    field("52", "0000"),
    field("53", "986"),
    amountMinor === null ? "" : field("54", toDecimalString(amountMinor, 2)),
    field("58", "BR"),
    field("59", accountHolder),
    field("60", city),
    // Three asterisks stand for no txid.
    field("62", field("05", txid ?? "***")),
  ].join("");
  // The checksum covers its own id and length.
  return success(`${body}6304${crc16(`${body}6304`)}`);
}

function faultOf({ key, accountHolder, city, amountMinor, currency, txid }: PixCharge) {
  const ascii = /^[ -~]*$/;
  return (
    faultOfKey(key) ??
    faultOfText<PixField>("accountHolder", accountHolder, { max: 25 }) ??
    faultOfPattern<PixField>("accountHolder", accountHolder, ascii, "in Latin letters; write it so") ??
    faultOfText<PixField>("city", city, { max: 15 }) ??
    faultOfPattern<PixField>("city", city, ascii, "in Latin letters; write it so") ??
    faultOfPattern<PixField>("currency", currency, /^BRL$/, "BRL, the only currency of Pix") ??
    (amountMinor === null
      ? undefined
      : faultOfAmount<PixField>("amountMinor", amountMinor, maxAmountMinor)) ??
    faultOfPattern<PixField>("txid", txid ?? "0", /^[0-9A-Za-z]{1,25}$/, "1 to 25 letters and digits")
  );
}

function faultOfKey(key: string): Fault<PixField> | undefined {
  if (keyFormats.some((format) => format.test(key))) return undefined;
  const detail =
    "key must be a CPF or CNPJ without punctuation, a phone number such as +5511912345678, an e-mail address in small letters of at most 77 characters, or a random key.";
  return { field: "key", detail };
}

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** The value has at most 99 characters: its length is two digits. */
function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF. Four hexadecimal digits in capitals. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
