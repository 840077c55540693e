import type { BankAccount, StatementFault } from "../bank-statements/entry.ts";
import { present } from "../kernel/assert.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";

/** Why a file isn't imported. Nothing of it is stored then. */

/** @param count of all faults; `faults` are the first of them */
export function statementInvalid(faults: readonly StatementFault[], count: number): Problem {
  const tooLarge = faults.find(({ code }) => code === "file_too_large");
  if (tooLarge) return problem("file_too_large", tooLarge.message);
  const problems = faults.map((fault) => problem("statement_invalid", `${whereIs(fault)}${fault.message}`));
  const combined = present(combineProblems(problems), "the faults of the file");
  if (count <= 1) return combined;
  return { ...combined, detail: `${combined.detail} The file has ${count} faults.` };
}

function whereIs({ place }: StatementFault): string {
  if (place === null) return "";
  const { line, column, path } = place;
  return `Line ${line}${column === null ? "" : `, column ${column}`}${path === null ? "" : `, ${path}`}: `;
}

export function accountUnknown(accounts: readonly BankAccount[]): Problem {
  const problems = accounts.map((account) => problem("bank_account_unknown", describe(account)));
  return present(combineProblems(problems), "the unknown accounts");
}

function describe({ iban, other }: BankAccount): string {
  if (iban !== null)
    return `You have no bank account with the IBAN ${iban}. Create it with POST /api/bank-accounts, and send the file again.`;
  return `No bank account of yours is named "${other}" in statements. Add this text to the statementAccounts of an account with POST /api/bank-accounts/{id}, and send the file again.`;
}

export function otherAccount(ids: readonly string[]): Problem {
  return problem(
    "parameter_invalid",
    `The file has statements of another account: ${ids.join(", ")}. Name that one, or leave account out.`,
    "account",
  );
}
