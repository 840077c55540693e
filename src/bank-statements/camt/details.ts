import { findCurrency } from "../../kernel/currency.ts";
import type { CreditDebit, CreditorReference, EntryDetails, Money } from "../entry.ts";
import type { Reading } from "../reading.ts";
import { cleanReference, cleanText, referenceType } from "../texts.ts";
import { nameOf, partyOf } from "./parties.ts";
import { amountOf, codeOf, creditDebitOf } from "./values.ts";
import type { XmlNode } from "./xml-node.ts";

/** Details whose direction may still have to be taken from the entry. */
export type DetailsDraft = Omit<EntryDetails, "creditDebit"> & { readonly creditDebit: CreditDebit | null };

/** Reads a TxDtls. In version 001.02 its amount is in AmtDtls/TxAmt, later in Amt. */
export function readDetails(node: XmlNode, reading: Reading): DetailsDraft {
  const refs = node.find("Refs");
  const parties = node.find("RltdPties");
  const direction = node.find("CdtDbtInd");
  const amount = node.find("Amt") ?? node.find("AmtDtls", "TxAmt", "Amt");
  return {
    amount: amount === undefined ? null : (amountOf(amount, reading) ?? null),
    creditDebit: direction === undefined ? null : (creditDebitOf(direction, reading) ?? null),
    endToEndId: cleanReference(refs?.textOf("EndToEndId")),
    transactionId: cleanReference(refs?.textOf("TxId") ?? refs?.textOf("UETR")),
    bankReference: cleanReference(refs?.textOf("AcctSvcrRef") ?? refs?.textOf("AcctSvcrTxId")),
    mandateId: cleanReference(refs?.textOf("MndtId")),
    creditorReferences: referencesOf(node.find("RmtInf")),
    remittance: remittanceOf(node),
    debtor: partyOf(parties, "Dbtr"),
    creditor: partyOf(parties, "Cdtr"),
    ultimateDebtor: nameOf(parties?.find("UltmtDbtr")),
    purpose: codeOf(node.find("Purp")),
    returnReason: returnReasonOf(node.find("RtrInf")),
    charges: chargesOf(node, reading),
    original: originalOf(node, amount, reading),
  };
}

function referencesOf(remittance: XmlNode | undefined): CreditorReference[] {
  return (remittance?.all("Strd") ?? []).flatMap((structured) => {
    const info = structured.find("CdtrRefInf");
    const reference = cleanReference(info?.textOf("Ref"));
    if (reference === null) return [];
    return [{ type: referenceType(reference, codeOf(info?.find("Tp", "CdOrPrtry"))), reference }];
  });
}

/** Banks put the remittance text into Ustrd, or into AddtlRmtInf of a structured part, or into AddtlTxInf. */
function remittanceOf(node: XmlNode): string | null {
  const info = node.find("RmtInf");
  const unstructured = info?.all("Ustrd") ?? [];
  const additional = (info?.all("Strd") ?? []).flatMap((one) => one.all("AddtlRmtInf"));
  const texts = [...unstructured, ...additional].map(({ text }) => text);
  return cleanText(texts.join(" ")) ?? cleanText(node.textOf("AddtlTxInf"));
}

function returnReasonOf(info: XmlNode | undefined): EntryDetails["returnReason"] {
  if (info === undefined) return null;
  const code = codeOf(info.find("Rsn"));
  const text = cleanText(
    info
      .all("AddtlInf")
      .map((part) => part.text)
      .join(" "),
  );
  return code === null && text === null ? null : { code, text };
}

/** The charges of a transaction or entry: Chrgs/Amt until version 001.03, then Chrgs/Rcrd/Amt. */
export function chargesOf(node: XmlNode, reading: Reading): Money[] {
  return node
    .all("Chrgs")
    .flatMap((charges) => [charges, ...charges.all("Rcrd")])
    .flatMap((record) => record.all("Amt"))
    .flatMap((amount) => knownAmount(amount, reading) ?? []);
}

/** An amount that nothing depends on: one in a currency that Kassa doesn't know is left out with a finding. */
function knownAmount(node: XmlNode, reading: Reading): Money | undefined {
  if (node.currency === null || findCurrency(node.currency) !== undefined) return amountOf(node, reading);
  reading.finding(
    "unknown_currency",
    `The amount in ${node.currency}, no active currency of ISO 4217, was left out.`,
    node.place(),
  );
  return undefined;
}

function originalOf(node: XmlNode, amount: XmlNode | undefined, reading: Reading): EntryDetails["original"] {
  const instructed = node.find("AmtDtls", "InstdAmt");
  const value = instructed?.find("Amt");
  if (value === undefined || value.currency === (amount?.currency ?? null)) return null;
  const money = knownAmount(value, reading);
  if (money === undefined) return null;
  const exchangeRate =
    instructed?.textOf("CcyXchg", "XchgRate") ??
    node.textOf("AmtDtls", "TxAmt", "CcyXchg", "XchgRate") ??
    node.textOf("AmtDtls", "CntrValAmt", "CcyXchg", "XchgRate");
  return { ...money, exchangeRate: exchangeRate ?? null };
}
