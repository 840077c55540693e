import { readFileSync } from "node:fs";
import path from "node:path";
import type { Finding, StatementEntry, StatementEvent, StatementFault, StatementSummary } from "./entry.ts";
import { type ReadOptions, readStatement } from "./read-statement.ts";

export const fixture = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, "fixtures", name));

/** The parts of a file, each of `size` bytes. */
export async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export type ReadFile = {
  readonly events: readonly StatementEvent[];
  readonly version: string | null;
  readonly entries: readonly StatementEntry[];
  readonly statements: readonly StatementSummary[];
  readonly findings: readonly Finding["code"][];
  readonly faults: readonly StatementFault[];
};

export async function readFile(
  content: string | Buffer,
  options: ReadOptions & { size?: number } = {},
): Promise<ReadFile> {
  const bytes = Buffer.from(content);
  const events: StatementEvent[] = [];
  for await (const event of readStatement(inParts(bytes, options.size ?? 65_536), options))
    events.push(event);
  const format = events.find((event) => event.type === "format");
  return {
    events,
    version: format?.version ?? format?.format ?? null,
    entries: events.flatMap((event) => (event.type === "entry" ? [event.entry] : [])),
    statements: events.flatMap((event) => (event.type === "statement_end" ? [event.summary] : [])),
    findings: events.flatMap((event) => (event.type === "finding" ? [event.finding.code] : [])),
    faults: events.flatMap((event) => (event.type === "fault" ? [event.fault] : [])),
  };
}

const messages = {
  "camt.052": ["BkToCstmrAcctRpt", "Rpt"],
  "camt.053": ["BkToCstmrStmt", "Stmt"],
  "camt.054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

export type SampleEntry = {
  readonly amount?: string;
  readonly direction?: "CRDT" | "DBIT";
  readonly reference?: string;
  readonly text?: string;
  readonly date?: string;
  readonly status?: string;
};

/** A Ntry. */
export function sampleEntry(entry: SampleEntry = {}): string {
  const {
    amount = "1.00",
    direction = "CRDT",
    reference,
    text,
    date = "2026-01-31",
    status = "BOOK",
  } = entry;
  const reported = reference === undefined ? "" : `<AcctSvcrRef>${reference}</AcctSvcrRef>`;
  const details =
    text === undefined ? "" : `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls>`;
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${date}</Dt></BookgDt>${reported}${details}</Ntry>`;
}

/** A camt file of entries. */
export function sampleCamt(
  entries: string,
  { format = "camt.053", version = "02" }: { format?: keyof typeof messages; version?: string } = {},
): string {
  const [message, statement] = messages[format];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}.001.${version}"><${message}><${statement}>
<Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
${entries}
</${statement}></${message}></Document>`;
}
