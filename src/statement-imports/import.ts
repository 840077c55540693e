import type { Balance, Finding } from "../bank-statements/entry.ts";
import type { Mode } from "../kernel/mode.ts";

/**
 * `receiving`: the file is being sent, or its sender was interrupted. `storing`: the whole file is here and has no fault; its entries
 * are being stored. `completed`: all are stored.
 */
export type ImportStatus = "receiving" | "storing" | "completed";

/** A statement of an imported file, with its balances. */
export type ImportedStatement = {
  readonly account: string;
  readonly statementId: string | null;
  readonly sequence: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Whether the booked entries lead from the opening to the closing balance. Null if that can't be checked. */
  readonly addsUp: boolean | null;
  readonly entries: number;
};

/** The import of a file of bank statements. */
export type StatementImport = {
  readonly id: string;
  readonly mode: Mode;
  readonly status: ImportStatus;
  readonly fileName: string | null;
  readonly fileSha256: Buffer | null;
  /** With the version, such as camt.053.001.08. */
  readonly format: string | null;
  readonly bytes: number | null;
  readonly entriesFound: number;
  readonly entriesNew: number;
  readonly entriesChanged: number;
  readonly entriesKnown: number;
  /** The first statements of the file. */
  readonly statements: readonly ImportedStatement[];
  readonly findings: readonly Finding[];
  readonly createdAt: Date;
  readonly completedAt: Date | null;
};

/** An import as the API shows it. */
export function toApiImport(imported: StatementImport) {
  const { id, mode, status, fileName, fileSha256, format, bytes } = imported;
  const { entriesFound, entriesNew, entriesChanged, entriesKnown } = imported;
  return {
    object: "statement_import",
    id,
    mode,
    status,
    fileName,
    fileSha256: fileSha256?.toString("hex") ?? null,
    format,
    bytes,
    entriesFound,
    entriesNew,
    entriesChanged,
    entriesKnown,
    statements: imported.statements.map(toApiStatement),
    findings: imported.findings.map(({ code, message, place }) => ({
      code,
      message,
      line: place?.line ?? null,
    })),
    createdAt: imported.createdAt.toISOString(),
    completedAt: imported.completedAt?.toISOString() ?? null,
  };
}

function toApiStatement({ opening, closing, ...statement }: ImportedStatement) {
  return { ...statement, opening: toApiBalance(opening), closing: toApiBalance(closing) };
}

/** The amount of a balance is negative if the account is overdrawn. */
function toApiBalance(balance: Balance | null) {
  if (balance === null) return null;
  const { amountMinor, creditDebit, currency, date } = balance;
  return { amount: creditDebit === "credit" ? amountMinor : -amountMinor, currency, date };
}
