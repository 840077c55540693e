import type {
  Finding,
  StatementEntry,
  StatementEvent,
  StatementFault,
  StatementSummary,
} from "../bank-statements/entry.ts";

/** What `kassa statements check` keeps of a file: sums, and the first entries. */
export class StatementView {
  readonly file: string;
  format: string | null = null;
  bytes = 0;
  entryCount = 0;
  faultCount = 0;
  readonly statements: StatementSummary[] = [];
  readonly entries: StatementEntry[] = [];
  readonly findings: Finding[] = [];
  readonly faults: StatementFault[] = [];
  private readonly mostEntries: number;

  constructor(file: string, mostEntries: number) {
    this.file = file;
    this.mostEntries = mostEntries;
  }

  take(event: StatementEvent): void {
    switch (event.type) {
      case "format":
        this.format = event.version ?? event.format;
        return;
      case "statement":
        return;
      case "entry":
        this.entryCount += 1;
        if (this.entries.length < this.mostEntries) this.entries.push(event.entry);
        return;
      case "statement_end":
        this.statements.push(event.summary);
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
}
