import { readAmount } from "../amounts.ts";
import { shortDate } from "../dates.ts";
import type { Balance, EntryDraft, EntryStatus, StatementHeader } from "../entry.ts";
import { OpenStatement } from "../open-statement.ts";
import { type Reading, UnreadableFile } from "../reading.ts";
import { cleanText } from "../texts.ts";
import { readMt940Account } from "./account.ts";
import type { Mt940Field } from "./field.ts";
import { readInformation } from "./information.ts";
import { readStatementLine, type StatementLine } from "./statement-line.ts";

/** Builds statements from the tags of MT940 and MT942. */
export class Mt940Builder {
  private readonly reading: Reading;
  private readonly status: EntryStatus;
  private readonly isInterim: boolean;
  private header: { account?: string; number?: string; reference?: string; line: number } = { line: 1 };
  private opening: Balance | undefined;
  private currency: string | undefined;
  private statement: OpenStatement | undefined;
  private previous: OpenStatement | undefined;
  private statementLine: { line: StatementLine; field: Mt940Field } | undefined;
  private hasContent = false;
  private closed = false;
  private statements = 0;
  private faultsBefore = 0;

  constructor(reading: Reading, isInterim: boolean) {
    this.reading = reading;
    this.isInterim = isInterim;
    this.status = isInterim ? "pending" : "booked";
    reading.emit({ type: "format", format: isInterim ? "mt942" : "mt940", version: null });
  }

  take(field: Mt940Field): void {
    const { tag, line } = field;
    const text = (field.lines[0] ?? "").trim();
    if (tag !== "86") this.finishEntry(undefined);
    if (tag === "20") this.beginMessage(text, line);
    else if (tag === "25" || tag === "25P") this.header.account = text;
    else if (tag === "28" || tag === "28C") this.header.number = text;
    else if (tag === "34F") this.currency ??= text.slice(0, 3);
    else if (tag === "60F") this.opening = this.balanceOf(field, "opening");
    else if (tag === "60M") this.opening = this.balanceOf(field, "interim");
    else if (tag === "61") this.takeStatementLine(field);
    else if (tag === "86") this.finishEntry(field);
    else if (tag === "62F" || tag === "62M") this.close(field);
  }

  private beginMessage(reference: string, line: number): void {
    this.endMessage();
    this.header = { reference, line };
    this.faultsBefore = this.reading.faults;
  }

  /** Whether a line with only a hyphen ends the message. Before the closing balance it is a part of a broken :86:. */
  get mayEnd(): boolean {
    return this.closed || this.isInterim;
  }

  /** Ends a message at its terminator or at the next message. */
  endMessage(): void {
    this.finishEntry(undefined);
    if (this.statement === undefined && !this.hasContent && this.opening === undefined) return;
    const statement = this.begin();
    if (!this.closed && !this.isInterim)
      throw new UnreadableFile(
        "incomplete",
        "The statement has no closing balance (:62F: or :62M:). The file may be cut off; get it again from the bank.",
        { line: this.header.line, column: null, path: ":20:" },
      );
    if (statement !== undefined) {
      statement.incomplete ||= this.reading.faults > this.faultsBefore;
      statement.end();
    }
    this.previous = statement;
    this.reset();
  }

  /** To be called at the end of the file. */
  end(): void {
    this.endMessage();
    if (this.statements === 0)
      throw new UnreadableFile(
        "incomplete",
        "The file has no statement. A statement has the tags :25:, :60F: and :62F:.",
      );
  }

  private reset(): void {
    this.statement = undefined;
    this.opening = undefined;
    this.currency = undefined;
    this.closed = false;
    this.hasContent = false;
    this.header = { line: this.header.line };
  }

  private close(field: Mt940Field): void {
    const balance = this.balanceOf(field, field.tag === "62F" ? "closing" : "interim");
    this.closed = true;
    this.hasContent = true;
    if (balance !== undefined) this.begin()?.balances.push(balance);
  }

  private takeStatementLine(field: Mt940Field): void {
    this.hasContent = true;
    const line = readStatementLine(field, this.currencyOfStatement(), this.reading);
    if (line !== undefined) this.statementLine = { line, field };
  }

  private finishEntry(information: Mt940Field | undefined): void {
    const open = this.statementLine;
    this.statementLine = undefined;
    if (open === undefined) return;
    const statement = this.begin();
    statement?.add(toEntry(open.line, open.field, information, this.status));
  }

  private begin(): OpenStatement | undefined {
    if (this.statement !== undefined) return this.statement;
    const header = this.readHeader();
    if (header === undefined) return undefined;
    this.statements += 1;
    this.statement = new OpenStatement(this.reading, header, this.previous);
    if (this.opening !== undefined) this.statement.balances.push(this.opening);
    return this.statement;
  }

  private readHeader(): StatementHeader | undefined {
    const { account, number = "", reference = "", line } = this.header;
    const [statementNumber = "", page = ""] = number.split("/");
    const identified = readMt940Account(account ?? "", this.currencyOfStatement());
    if (identified === null) {
      this.reading.fault("value_missing", "The statement names no account. It needs the tag :25:.", {
        line,
        column: null,
        path: ":25:",
      });
      // Further entries of this statement would only repeat the fault.
      this.header.account = "?";
      return undefined;
    }
    return {
      account: { ...identified, currency: this.currencyOfStatement() ?? null },
      statementId: cleanText(reference),
      sequence: cleanText(statementNumber),
      page: /^\d{1,5}$/.test(page.trim()) ? Number(page) : null,
      from: null,
      to: null,
    };
  }

  private currencyOfStatement(): string | undefined {
    return this.opening?.currency ?? this.currency;
  }

  /** Direction, date, currency and amount of a balance: C260131EUR1234,56. */
  private balanceOf({ tag, lines, line }: Mt940Field, kind: Balance["kind"]): Balance | undefined {
    const text = (lines[0] ?? "").replace(/\s/g, "");
    const place = { line, column: null, path: `:${tag}:` };
    const [, mark, day = "", currency = "", amount = ""] =
      /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(text) ?? [];
    const date = shortDate(day);
    if (mark === undefined || date === undefined) {
      this.reading.fault(
        "value_invalid",
        `"${text}" is no balance: write C or D, the date YYMMDD, the currency and the amount with a comma, such as C260131EUR1234,56.`,
        place,
      );
      return undefined;
    }
    this.currency ??= currency;
    const money = readAmount(amount, currency, ",");
    if (!money.ok) {
      this.reading.fault("value_invalid", money.failure, place);
      return undefined;
    }
    return { ...money.value, kind, code: tag, creditDebit: mark === "C" ? "credit" : "debit", date };
  }
}

function toEntry(
  line: StatementLine,
  field: Mt940Field,
  information: Mt940Field | undefined,
  status: EntryStatus,
): EntryDraft {
  const { amountMinor, currency, creditDebit, reversal, customerReference, supplementary } = line;
  const read = readInformation(information?.lines ?? []);
  const party =
    read.name === null && read.account === null ? null : { name: read.name, account: read.account };
  // The other side of a reversal is that of the original transaction.
  const isDebtor = (creditDebit === "credit") !== reversal;
  return {
    bankReference: line.bankReference,
    entryReference: null,
    bookingDate: line.bookingDate,
    valueDate: line.valueDate,
    status,
    creditDebit,
    reversal,
    amountMinor,
    currency,
    bankTransactionCode: {
      domain: null,
      family: null,
      subFamily: null,
      proprietary: read.transactionCode === null ? line.transactionType : read.transactionCode,
      issuer: null,
    },
    batch: null,
    additionalInformation: cleanText([read.bookingText, supplementary].filter(Boolean).join(" ")),
    charges: [],
    details: [
      {
        amount: { amountMinor, currency },
        creditDebit,
        endToEndId: read.endToEndId ?? customerReference,
        transactionId: null,
        bankReference: line.bankReference,
        mandateId: read.mandateId,
        creditorReferences: read.creditorReferences,
        remittance: read.remittance,
        debtor: isDebtor ? party : null,
        creditor: isDebtor ? null : party,
        ultimateDebtor: read.ultimateDebtor,
        purpose: read.purpose,
        returnReason: read.returnReason,
        charges: [],
        original: null,
      },
    ],
    place: { line: field.line, column: null, path: ":61:" },
  };
}
