import { dayBefore, isoDate } from "../dates.ts";
import type { Balance, BalanceKind, StatementHeader } from "../entry.ts";
import type { Reading } from "../reading.ts";
import { cleanText } from "../texts.ts";
import { accountOf } from "./parties.ts";
import { amountOf, codeOf, creditDebitOf, dateOf, required } from "./values.ts";
import type { XmlNode } from "./xml-node.ts";

const balanceKinds: Readonly<Record<string, BalanceKind>> = {
  OPBD: "opening",
  PRCD: "opening",
  CLBD: "closing",
  ITBD: "interim",
  CLAV: "available",
  OPAV: "available",
  ITAV: "available",
  FWAV: "available",
};

/** Collects the parts of a Stmt, Rpt or Ntfctn that stand before and between its entries. */
export class StatementParts {
  readonly balances: Balance[] = [];
  declaredEntries: number | null = null;
  private readonly reading: Reading;
  private readonly path: string;
  private readonly place: { readonly line: number; readonly column: number };
  private readonly nodes = new Map<string, XmlNode>();
  private complained = false;

  constructor(reading: Reading, path: string, place: { readonly line: number; readonly column: number }) {
    this.reading = reading;
    this.path = path;
    this.place = { line: place.line, column: place.column };
  }

  take(node: XmlNode): void {
    if (node.name === "Bal") this.takeBalance(node);
    else if (node.name === "TxsSummry") {
      const number = node.textOf("TtlNtries", "NbOfNtries");
      if (number !== null && /^\d{1,9}$/.test(number)) this.declaredEntries = Number(number);
    } else if (!this.nodes.has(node.name)) this.nodes.set(node.name, node);
  }

  /** Undefined after a fault: without an account, entries can't be told apart from those of other accounts. */
  header(): StatementHeader | undefined {
    const account = this.nodes.get("Acct");
    const identified = accountOf(account);
    if (account === undefined || identified === null) {
      if (!this.complained)
        this.reading.fault(
          "value_missing",
          "The statement has no account before its first entry. It needs Acct/Id/IBAN or Acct/Id/Othr/Id.",
          { ...this.place, path: this.path },
        );
      this.complained = true;
      return undefined;
    }
    const period = this.nodes.get("FrToDt");
    const pages = this.nodes.get("StmtPgntn") ?? this.nodes.get("RptPgntn") ?? this.nodes.get("NtfctnPgntn");
    const page = pages?.textOf("PgNb") ?? null;
    return {
      account: { ...identified, currency: account.textOf("Ccy") },
      statementId: this.text("Id"),
      sequence: this.text("ElctrncSeqNb") ?? this.text("LglSeqNb"),
      page: page !== null && /^\d{1,5}$/.test(page) ? Number(page) : null,
      from: isoDate(period?.textOf("FrDtTm") ?? period?.textOf("FrDt") ?? "") ?? null,
      to: lastDayOf(period),
    };
  }

  private text(name: string): string | null {
    return cleanText(this.nodes.get(name)?.text);
  }

  private takeBalance(node: XmlNode): void {
    const amountNode = required(node, "Amt", this.reading);
    const directionNode = node.find("CdtDbtInd");
    if (directionNode === undefined)
      this.reading.finding(
        "balance_left_out",
        "The balance has no CdtDbtInd and was left out: its sign isn't known.",
        node.place(),
      );
    const amount = amountNode && amountOf(amountNode, this.reading);
    const creditDebit = directionNode && creditDebitOf(directionNode, this.reading);
    const date = dateOf(node.find("Dt"), this.reading);
    if (amount === undefined || creditDebit === undefined || date === undefined) return;
    const code = codeOf(node.find("Tp", "CdOrPrtry")) ?? "unknown";
    // INTM: the balance of a page, not of the whole statement.
    const isInterim = codeOf(node.find("Tp", "SubTp")) === "INTM";
    const kind = (Object.hasOwn(balanceKinds, code) ? balanceKinds[code] : undefined) ?? "other";
    this.balances.push({
      ...amount,
      kind: isInterim && kind !== "opening" && kind !== "closing" ? "interim" : kind,
      code,
      creditDebit,
      date,
    });
  }
}

/** The last day of a FrToDt. One that ends at midnight has nothing of the day that begins then. */
function lastDayOf(period: XmlNode | undefined): string | null {
  const from = isoDate(period?.textOf("FrDtTm") ?? period?.textOf("FrDt") ?? "");
  const text = period?.textOf("ToDtTm") ?? period?.textOf("ToDt") ?? "";
  const to = isoDate(text);
  if (to === undefined) return null;
  const endsAtMidnight = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:\d{2})?$/.test(text);
  return endsAtMidnight && from !== undefined && from < to ? dayBefore(to) : to;
}
