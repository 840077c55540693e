import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";
import { groupQrReference, isQrReference } from "../transfer-codes/qr-reference.ts";
import { groupRfReference, isRfReference } from "../transfer-codes/rf-reference.ts";
import { groupIban } from "./iban.ts";
import type { Texts } from "./texts.ts";
import type { TransferPage } from "./view-model.ts";

/** What the customer has to enter at their bank. */
export type TransferFact = {
  readonly name: string;
  /** The language of the name, if it isn't the page's. */
  readonly lang: string | null;
  /** In the form that banks' forms accept. */
  readonly value: string;
  /** In groups, as it is easiest to read. */
  readonly shown: string;
  readonly kind: "amount" | "name" | "code" | "time";
};

/**
 * The amount that is still missing, the recipient, what names the account, and the reference, in the order in which banks ask for
 * them; then the time by which the money has to arrive.
 */
export function transferFacts(view: TransferPage, texts: Texts): TransferFact[] {
  const { instructions: to, order, receivedMinor } = view;
  const missingMinor = order.amountMinor - receivedMinor;
  const amount = texts.amount(missingMinor, order.currency);
  const { payBefore } = to;
  return [
    fact("amount", texts.plain("transfer.amount"), typedAmount(missingMinor, order.currency, texts), amount),
    fact("name", texts.plain("transfer.recipient"), to.accountHolder),
    ...accountFacts(to, texts),
    fact("code", texts.plain("transfer.reference"), to.reference, printedReference(to.reference)),
    ...(payBefore === null
      ? []
      : [fact("time", texts.plain("transfer.pay_before"), payBefore, texts.dateTime(payBefore))]),
  ];
}

/** The amount as it is typed into a bank's form: in Latin digits, with the decimal sign of the page's language. */
function typedAmount(amountMinor: number, currency: string, { locale }: Texts): string {
  const { exponent } = present(findCurrency(currency), "the currency of a session");
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent, useGrouping: false };
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, digits);
  return format.format(toDecimalString(amountMinor, exponent));
}

/** Sort code, account number, Pix key and UPI ID are named as in the apps of their countries' banks. */
function accountFacts(to: TransferPage["instructions"], texts: Texts): TransferFact[] {
  const all: readonly (readonly [
    name: string,
    value: string | null,
    shown?: string | undefined,
    lang?: string,
  ])[] = [
    [texts.plain("transfer.iban"), to.iban, groupIban(to.iban ?? "")],
    [texts.plain("transfer.bic"), to.bic],
    ["Sort code", to.sortCode, to.sortCode?.replace(/..(?=.)/g, "$&-"), "en-GB"],
    ["Account number", to.accountNumber, undefined, "en-GB"],
    ["Chave Pix", to.pixKey, undefined, "pt-BR"],
    ["UPI ID", to.upiId, undefined, "en-IN"],
  ];
  return all.flatMap(([name, value, shown, lang]) =>
    value === null ? [] : [fact("code", name, value, shown, lang)],
  );
}

const fact = (
  kind: TransferFact["kind"],
  name: string,
  value: string,
  shown: string = value,
  lang: string | null = null,
): TransferFact => ({ name, lang, value, shown, kind });

function printedReference(reference: string): string {
  if (isRfReference(reference)) return groupRfReference(reference);
  return isQrReference(reference) ? groupQrReference(reference) : reference;
}
