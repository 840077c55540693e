import type { AccountInput, CheckOutcome, ConnectorKind } from "../connectors/kind.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { ConnectorAccountDeps } from "./deps.ts";

/** Asks the PSP whether credentials work. Never inside a transaction. Succeeds with the PSP's id of the account, if known. */
export async function askPsp(
  { psps }: Pick<ConnectorAccountDeps, "psps">,
  kind: ConnectorKind,
  account: AccountInput,
): Promise<Result<string | null, Problem>> {
  const outcome = await kind.check(account, psps(kind.name));
  return outcome.kind === "valid"
    ? success(outcome.pspAccount)
    : failed(problemOf(kind, outcome, Object.keys(account.settings)));
}

function problemOf(
  kind: ConnectorKind,
  outcome: Exclude<CheckOutcome, { kind: "valid" }>,
  settings: readonly string[],
): Problem {
  if (outcome.kind === "unknown") return unavailable(kind, outcome.detail);
  const place = settings.includes(outcome.field) ? "settings" : "credentials";
  return problem("credentials_refused", outcome.detail, `/${place}/${outcome.field}`);
}

/** The PSP couldn't be asked, so nothing was stored. */
export const unavailable = ({ title }: ConnectorKind, detail: string): Problem => ({
  ...problem("psp_unavailable", `${title} couldn't be reached: ${detail}. Nothing was stored.`),
  retryAfter: 10,
});
