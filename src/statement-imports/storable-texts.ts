import { containsCardNumber, redactCardNumbers } from "../kernel/card-number.ts";
import { isQrReference } from "../transfer-codes/qr-reference.ts";
import { isRfReference } from "../transfer-codes/rf-reference.ts";

/**
 * A value as it can be stored, at any depth: without characters that PostgreSQL refuses, and without card numbers, which payers
 * write into the purpose now and then (PCI DSS 3.3 and 3.4). A text with a valid RF or QR reference stays as it is, although
 * its digits may look like a card number: it is what payments are matched by.
 */
export function storableTexts<Value>(value: Value): Value {
  return storable(value) as Value;
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)]));
}

function storableText(text: string): string {
  const clean = /\p{Cc}|\p{Cs}/u.test(text) ? text.replace(/\p{Cc}/gu, " ").toWellFormed() : text;
  return containsCardNumber(clean) && !isReference(clean) ? redactCardNumbers(clean) : clean;
}

function isReference(text: string): boolean {
  const compact = text.replace(/\s/g, "").toUpperCase();
  return isQrReference(compact) || isRfReference(compact);
}
