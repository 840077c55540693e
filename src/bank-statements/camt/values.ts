import { readAmount } from "../amounts.ts";
import { isoDate } from "../dates.ts";
import type { CreditDebit, Money } from "../entry.ts";
import type { Reading } from "../reading.ts";
import type { XmlNode } from "./xml-node.ts";

/** The amount of an element with the attribute Ccy. Undefined after a fault. */
export function amountOf(node: XmlNode, reading: Reading): Money | undefined {
  if (node.currency === null) {
    reading.fault("value_missing", "The amount has no currency. It needs the attribute Ccy.", node.place());
    return undefined;
  }
  const amount = readAmount(node.text.trim(), node.currency, ".");
  if (amount.ok) return amount.value;
  reading.fault("value_invalid", amount.failure, node.place());
  return undefined;
}

export function creditDebitOf(node: XmlNode, reading: Reading): CreditDebit | undefined {
  const text = node.text.trim();
  if (text === "CRDT") return "credit";
  if (text === "DBIT") return "debit";
  reading.fault("value_invalid", `"${text}" must be CRDT or DBIT.`, node.place());
  return undefined;
}

/** The day of an element with Dt or DtTm. Null without the element; undefined after a fault. */
export function dateOf(node: XmlNode | undefined, reading: Reading): string | null | undefined {
  const value = node?.find("Dt") ?? node?.find("DtTm");
  if (value === undefined) return null;
  const date = isoDate(value.text.trim());
  if (date === undefined)
    reading.fault(
      "value_invalid",
      `"${value.text.trim()}" is no date. Write it as 2026-11-24, or with a time as 2026-11-24T10:00:00.`,
      value.place(),
    );
  return date;
}

/** The child element; a fault if it is missing. */
export function required(node: XmlNode, name: string, reading: Reading): XmlNode | undefined {
  const child = node.find(name);
  if (child === undefined)
    reading.fault("value_missing", `The element ${node.name} has no ${name}.`, node.place());
  return child;
}

/** The code of a choice of Cd and Prtry. */
export const codeOf = (node: XmlNode | undefined): string | null =>
  node?.textOf("Cd") ?? node?.textOf("Prtry") ?? null;
