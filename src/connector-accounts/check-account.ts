import type { CheckOutcome } from "../connectors/kind.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import type { Account } from "./account.ts";
import { kindOf } from "./create-account.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { findAccountFacts, openAccount } from "./find-account.ts";
import { markChecked } from "./queries.ts";

/** What the PSP says of an account's current credentials. */
export type AccountCheck = { readonly account: Account; readonly outcome: CheckOutcome };

/**
 * Asks the PSP about an account's current credentials. It has to run outside of transactions. Undefined if the caller has
 * no account with this id.
 */
export async function checkAccount(
  deps: Pick<ConnectorAccountDeps, "database" | "keyring" | "psps">,
  scope: TenantScope,
  id: string,
): Promise<AccountCheck | undefined> {
  const opened = await deps.database.inTenant(scope, (trx) => openAccount(deps, trx, id));
  if (!opened) return undefined;
  const { account, credentials } = opened;
  const { mode, settings, connector } = account;
  const outcome = await kindOf(connector).check({ mode, credentials, settings }, deps.psps(connector));
  return { account, outcome };
}

/** Records a check and returns the account as it is now. */
export async function recordCheck(
  trx: TenantTransaction,
  { account, outcome }: AccountCheck,
): Promise<Account> {
  if (outcome.kind !== "valid") return account;
  await markChecked(trx, account.id, outcome.pspAccount);
  return (await findAccountFacts(trx, account.id)) ?? account;
}

/** A check as the API and the commands show it. */
export function toApiCheck(account: Account, outcome: CheckOutcome) {
  return {
    object: "connector_account.check",
    account: account.id,
    mode: account.mode,
    result: outcome.kind,
    detail: outcome.kind === "valid" ? null : sentenceOf(account, outcome),
    checkedAt: account.checkedAt.toISOString(),
  };
}

function sentenceOf({ connector }: Account, outcome: Exclude<CheckOutcome, { kind: "valid" }>): string {
  if (outcome.kind === "refused") return outcome.detail;
  return `${kindOf(connector).title} couldn't be asked: ${outcome.detail}.`;
}
