import type { ConnectorKind, Values } from "../connectors/kind.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Account } from "./account.ts";
import { askPsp } from "./ask-psp.ts";
import { credentialFaults } from "./check-values.ts";
import { kindOf } from "./create-account.ts";
import { sealCredentials } from "./credentials.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { openAccount } from "./find-account.ts";
import {
  deletePrevious,
  getAccount,
  insertCredentials,
  lockAccount,
  markChecked,
  retireCurrent,
} from "./queries.ts";

/** How long notifications of the previous credentials are accepted if the request doesn't say. */
export const usualOverlapHours = 168;

/** The next version of an account's credentials, which the PSP has accepted. */
export type CheckedVersion = {
  readonly accountId: string;
  /** The version that it replaces. */
  readonly replaces: number;
  readonly credentials: Values;
  readonly pspAccount: string | null;
};

/**
 * Merges changed credentials with the current ones and asks the PSP about the result. It has to run before the transaction.
 * Undefined if the caller has no account with this id.
 */
export async function checkNewCredentials(
  deps: Pick<ConnectorAccountDeps, "database" | "keyring" | "psps">,
  scope: TenantScope,
  id: string,
  changed: Values,
): Promise<Result<CheckedVersion | undefined, Problem>> {
  const opened = await deps.database.inTenant(scope, (trx) => openAccount(deps, trx, id));
  if (!opened) return success(undefined);
  const { account } = opened;
  const kind = kindOf(account.connector);
  const credentials = { ...opened.credentials, ...changed };
  const fault = combineProblems(credentialFaults(kind, account.mode, credentials));
  if (fault) return failed(fault);
  const asked = await askPsp(deps, kind, { mode: account.mode, credentials, settings: account.settings });
  if (!asked.ok) return asked;
  if (isOtherAccount(account, asked.value)) return failed(otherAccount(kind, account, asked.value));
  return success({ accountId: id, replaces: account.version, credentials, pspAccount: asked.value });
}

/** Charges stay at the account at the PSP with which they were made, so its credentials can't become another's. */
const isOtherAccount = ({ pspAccount }: Account, found: string | null): boolean =>
  pspAccount !== null && found !== null && pspAccount !== found;

const otherAccount = ({ title }: ConnectorKind, { pspAccount }: Account, found: string | null): Problem =>
  problem(
    "credentials_refused",
    `These credentials belong to the ${title} account ${found}, but this connector account is for ${pspAccount}. Create another connector account for ${found}.`,
    "/credentials",
  );

/**
 * Makes checked credentials the current version. The version before verifies notifications for `overlapHours` more; with 0
 * it is deleted at once. Undefined if the account is gone.
 */
export async function rotateCredentials(
  deps: Pick<ConnectorAccountDeps, "keyring">,
  trx: TenantTransaction,
  { accountId, replaces, credentials, pspAccount }: CheckedVersion,
  overlapHours: number,
): Promise<Result<Account | undefined, Problem>> {
  if (!(await lockAccount(trx, accountId))) return success(undefined);
  const account = await getAccount(trx, accountId);
  if (account?.version !== replaces) return failed(changedMeanwhile);
  const place = { accountId, version: replaces + 1 };
  const sealed = sealCredentials(deps.keyring, trx.scope, place, credentials);
  await deletePrevious(trx, accountId);
  await retireCurrent(trx, accountId, overlapHours);
  if (overlapHours === 0) await deletePrevious(trx, accountId);
  await insertCredentials(trx, { ...place, fields: Object.keys(credentials).toSorted(), sealed });
  await markChecked(trx, accountId, pspAccount);
  return success(await getAccount(trx, accountId));
}

const changedMeanwhile: Problem = {
  ...problem(
    "service_unavailable",
    "Another request changed the account's credentials at the same time. Nothing was stored; send the request again.",
  ),
  retryAfter: 1,
};
