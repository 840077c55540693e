import { findCurrency } from "../../kernel/currency.ts";
import type {
  BankTransactionCode,
  Batch,
  CreditDebit,
  EntryDetails,
  EntryDraft,
  EntryStatus,
  Money,
} from "../entry.ts";
import type { Reading } from "../reading.ts";
import { cleanReference, cleanText } from "../texts.ts";
import { chargesOf, type DetailsDraft } from "./details.ts";
import { amountOf, codeOf, creditDebitOf, dateOf, required } from "./values.ts";
import type { XmlNode } from "./xml-node.ts";

/** Reads a Ntry, whose transactions were read before. Undefined after a fault, which is reported. */
export function readEntry(
  node: XmlNode,
  drafts: readonly DetailsDraft[],
  reading: Reading,
): EntryDraft | undefined {
  const amountNode = required(node, "Amt", reading);
  const directionNode = required(node, "CdtDbtInd", reading);
  const amount = amountNode && amountOf(amountNode, reading);
  const creditDebit = directionNode && creditDebitOf(directionNode, reading);
  const status = statusOf(node, reading);
  const bookingDate = dateOf(node.find("BookgDt"), reading);
  const valueDate = dateOf(node.find("ValDt"), reading);
  const reversal = reversalOf(node, reading);
  if (amount === undefined || creditDebit === undefined || status === undefined) return undefined;
  if (bookingDate === undefined || valueDate === undefined || reversal === undefined) return undefined;
  const batch = batchOf(node, drafts.length);
  const details = completeDetails(drafts, { amount, creditDebit });
  checkDetails(node, amount, creditDebit, { batch, details }, reading);
  return {
    bankReference: cleanReference(node.textOf("AcctSvcrRef")),
    entryReference: cleanReference(node.textOf("NtryRef")),
    bookingDate,
    valueDate,
    status,
    creditDebit,
    reversal,
    amountMinor: amount.amountMinor,
    currency: amount.currency,
    bankTransactionCode: transactionCodeOf(node.find("BkTxCd")),
    batch,
    additionalInformation: cleanText(node.textOf("AddtlNtryInf")),
    charges: chargesOf(node, reading),
    details,
    place: node.place(),
  };
}

const statuses: Readonly<Record<string, EntryStatus>> = {
  BOOK: "booked",
  PDNG: "pending",
  FUTR: "pending",
  INFO: "information",
};

/**
 * Sts holds the code itself until version 001.06, and in Cd or Prtry later. A camt.053 reports what is booked, so an entry there
 * without the mandatory Sts, which some banks leave out, is booked.
 */
function statusOf(node: XmlNode, reading: Reading): EntryStatus | undefined {
  const element = node.find("Sts");
  if (element === undefined && node.path().startsWith("Document/BkToCstmrStmt/")) {
    reading.finding("status_missing", "The entry has no Sts and is taken as booked.", node.place());
    return "booked";
  }
  if (element === undefined) {
    required(node, "Sts", reading);
    return undefined;
  }
  const code = codeOf(element) ?? element.text.trim();
  const status = Object.hasOwn(statuses, code) ? statuses[code] : undefined;
  if (status === undefined)
    reading.fault("value_invalid", `The status "${code}" must be BOOK, PDNG, FUTR or INFO.`, element.place());
  return status;
}

function reversalOf(node: XmlNode, reading: Reading): boolean | undefined {
  const element = node.find("RvslInd");
  const text = element?.text.trim();
  if (element === undefined || text === "false" || text === "0") return false;
  if (text === "true" || text === "1") return true;
  reading.fault("value_invalid", `"${text}" must be true or false.`, element.place());
  return undefined;
}

function transactionCodeOf(node: XmlNode | undefined): BankTransactionCode | null {
  if (node === undefined) return null;
  return {
    domain: node.textOf("Domn", "Cd"),
    family: node.textOf("Domn", "Fmly", "Cd"),
    subFamily: node.textOf("Domn", "Fmly", "SubFmlyCd"),
    proprietary: node.textOf("Prtry", "Cd"),
    issuer: node.textOf("Prtry", "Issr"),
  };
}

/** An entry is a batch if the bank says so (Btch with another number than one) or lists several transactions. */
function batchOf(node: XmlNode, listed: number): Batch | null {
  const info = node.find("NtryDtls", "Btch");
  const stated = info?.textOf("NbOfTxs") ?? null;
  const transactions = stated !== null && /^\d{1,9}$/.test(stated) ? Number(stated) : null;
  const isOne = transactions === 1 || (transactions === null && listed === 1);
  if (isOne || (info === undefined && listed <= 1)) return null;
  return {
    messageId: cleanReference(info?.textOf("MsgId")),
    paymentInformationId: cleanReference(info?.textOf("PmtInfId")),
    transactions: transactions ?? (listed > 0 ? listed : null),
  };
}

/** What the only transaction doesn't say itself is as in its entry. */
function completeDetails(
  drafts: readonly DetailsDraft[],
  entry: { amount: Money; creditDebit: CreditDebit },
): EntryDetails[] {
  const only = drafts.length === 1;
  return drafts.map((draft) => ({
    ...draft,
    amount: draft.amount ?? (only ? entry.amount : null),
    creditDebit: draft.creditDebit ?? entry.creditDebit,
  }));
}

function checkDetails(
  node: XmlNode,
  amount: Money,
  creditDebit: CreditDebit,
  { batch, details }: { batch: Batch | null; details: readonly EntryDetails[] },
  reading: Reading,
): void {
  const stated = batch?.transactions ?? details.length;
  if (details.length > 0 && stated !== details.length)
    reading.finding(
      "batch_count_differs",
      `The batch says that it has ${stated} transactions; ${details.length} are listed.`,
      node.place(),
    );
  if (details.length < 2 || details.some((one) => one.amount?.currency !== amount.currency)) return;
  const sum = details.reduce(
    (total, one) =>
      total + BigInt(one.amount?.amountMinor ?? 0) * (one.creditDebit === creditDebit ? 1n : -1n),
    0n,
  );
  if (sum === BigInt(amount.amountMinor)) return;
  const exponent = findCurrency(amount.currency)?.exponent ?? 0;
  const difference = sum - BigInt(amount.amountMinor);
  reading.finding(
    "details_differ",
    `The transactions of the entry add up to ${difference} minor units (10^-${exponent} ${amount.currency}) more than its amount; charges may explain it.`,
    node.place(),
  );
}
