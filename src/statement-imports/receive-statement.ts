import { createHash } from "node:crypto";
import type { StatementAccounts } from "../bank-accounts/statement-accounts.ts";
import type { CsvMapping } from "../bank-statements/csv/mapping.ts";
import type {
  BankAccount,
  Finding,
  StatementEntry,
  StatementEvent,
  StatementFault,
  StatementSummary,
} from "../bank-statements/entry.ts";
import { readStatement } from "../bank-statements/read-statement.ts";
import type { Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type NewBankEntry, toNewBankEntry } from "./bank-entry.ts";
import type { ImportedStatement } from "./import.ts";
import type { ReceivedFile } from "./queries.ts";
import { later, reachOf, reachOfEntry } from "./reach.ts";
import { accountUnknown, otherAccount, statementInvalid } from "./refusals.ts";

/** A chunk has at most so many entries, and so many characters of JSON unless one entry has more. */
const entriesOfChunk = 500;
const charactersOfChunk = 1_000_000;

/** Of a file with more statements, only the first are listed by its import. */
const statementsListed = 100;

/** Of more unknown accounts only the first are named, and a file can't fill the memory with their names. */
const accountsNamed = 20;

export type ReceiveOptions = {
  readonly accounts: StatementAccounts;
  /** The only account whose statements may be in the file; any if undefined. */
  readonly onlyAccountId: string | undefined;
  readonly csv: CsvMapping | undefined;
  readonly onProgress: (bytes: number) => void;
  /** Keeps a chunk: a JSON array of entries. */
  readonly keep: (entries: string) => Promise<void>;
};

/**
 * Reads a whole file and keeps its entries in chunks. Once a fault is found, reading goes on, so that all faults are told at once,
 * but nothing more is kept.
 */
export async function receiveStatement(
  stream: AsyncIterable<Uint8Array>,
  { keep, csv, onProgress, ...options }: ReceiveOptions,
): Promise<Result<ReceivedFile, Problem>> {
  const digest = createHash("sha256");
  const reading = new FileReading(options);
  const events = readStatement(hashed(stream, digest), csv ? { csv, onProgress } : { onProgress });
  for await (const event of events) {
    reading.take(event);
    if (reading.hasChunk()) await keep(reading.takeChunk());
  }
  const fault = reading.fault();
  if (fault) return failed(fault);
  if (reading.hasRest()) await keep(reading.takeChunk());
  return success(reading.file(digest.digest()));
}

async function* hashed(
  stream: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const part of stream) {
    digest.update(part);
    yield part;
  }
}

/** What is known of a file while it is read. */
class FileReading {
  private format = "";
  private bytes = 0;
  private entries = 0;
  private faultCount = 0;
  private readonly faults: StatementFault[] = [];
  private readonly findings: Finding[] = [];
  private readonly statements: ImportedStatement[] = [];
  private readonly reaches = new Map<string, string>();
  private readonly unknown = new Map<string, BankAccount>();
  private readonly others = new Set<string>();
  private chunk: string[] = [];
  private chunkLength = 0;
  private readonly options: Pick<ReceiveOptions, "accounts" | "onlyAccountId">;

  constructor(options: Pick<ReceiveOptions, "accounts" | "onlyAccountId">) {
    this.options = options;
  }

  take(event: StatementEvent): void {
    switch (event.type) {
      case "format":
        this.format = event.version ?? event.format;
        return;
      case "statement":
        return;
      case "entry":
        this.takeEntry(event.entry);
        return;
      case "statement_end":
        this.takeSummary(event.summary);
        return;
      case "finding":
        this.findings.push(event.finding);
        return;
      case "fault":
        this.faults.push(event.fault);
        return;
      case "end":
        this.faultCount = event.faults;
        this.bytes = event.bytes;
    }
  }

  private takeEntry(entry: StatementEntry): void {
    this.entries += 1;
    const accountId = this.accountOf(entry.account, entry.account.currency ?? entry.currency);
    if (accountId === undefined || this.isRefused()) return;
    if (entry.status === "booked") this.reach(accountId, reachOfEntry(this.format, entry.bookingDate));
    const stored: NewBankEntry = toNewBankEntry(accountId, entry);
    const text = JSON.stringify(stored);
    this.chunk.push(text);
    this.chunkLength += text.length;
  }

  private takeSummary({ account, ...summary }: StatementSummary): void {
    const { opening, closing, sums, addsUp, statementId, sequence, from, to, entries } = summary;
    const currency = account.currency ?? opening?.currency ?? closing?.currency ?? sums[0]?.currency ?? "";
    const accountId = this.accountOf(account, currency);
    if (accountId === undefined) return;
    this.reach(accountId, reachOf(this.format, { closing, to, page: summary.page, addsUp }));
    if (this.statements.length >= statementsListed) return;
    this.statements.push({
      account: accountId,
      ...{ statementId, sequence, from, to, opening, closing, addsUp, entries },
    });
  }

  private reach(accountId: string, day: string | undefined): void {
    const last = later(this.reaches.get(accountId), day);
    if (last !== undefined) this.reaches.set(accountId, last);
  }

  /** The account's id; undefined, and a fault, if it is none of the tenant's or another one than is expected. */
  private accountOf(account: BankAccount, currency: string): string | undefined {
    const name = account.iban ?? account.other ?? "";
    const id = this.options.accounts.find(name, currency);
    if (id === undefined) {
      if (this.unknown.size < accountsNamed) this.unknown.set(name, account);
    } else if (id !== (this.options.onlyAccountId ?? id)) this.others.add(id);
    return id;
  }

  private isRefused(): boolean {
    return this.faults.length + this.unknown.size + this.others.size > 0;
  }

  hasChunk(): boolean {
    return (
      !this.isRefused() && (this.chunk.length >= entriesOfChunk || this.chunkLength >= charactersOfChunk)
    );
  }

  hasRest(): boolean {
    return this.chunk.length > 0;
  }

  takeChunk(): string {
    const text = `[${this.chunk.join(",")}]`;
    this.chunk = [];
    this.chunkLength = 0;
    return text;
  }

  fault(): Problem | undefined {
    if (this.faultCount > 0) return statementInvalid(this.faults, this.faultCount);
    if (this.unknown.size > 0) return accountUnknown([...this.unknown.values()]);
    if (this.others.size > 0) return otherAccount([...this.others]);
    return undefined;
  }

  file(fileSha256: Buffer): ReceivedFile {
    const { format, bytes, entries, statements, findings, reaches } = this;
    return { fileSha256, format, bytes, entriesFound: entries, statements, findings, reaches };
  }
}
