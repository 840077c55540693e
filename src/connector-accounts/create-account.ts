import type { ConnectorKind, Values } from "../connectors/kind.ts";
import { findKind } from "../connectors/kinds.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Account, missingCredentials } from "./account.ts";
import { askPsp } from "./ask-psp.ts";
import { incompleteFaults } from "./check-complete.ts";
import { mergeOffer, offerFaults } from "./check-offer.ts";
import { credentialFaults, settingFaults } from "./check-values.ts";
import { sealCredentials } from "./credentials.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { getAccount, insertAccount, insertCredentials, lockAccountCount } from "./queries.ts";
import type { CreateAccountBody } from "./schemas.ts";

const accountLimit = 50;

/** A new account that the PSP has accepted. */
export type CheckedAccount = { readonly body: CreateAccountBody; readonly pspAccount: string | null };

/** Checks the body of a create call and asks the PSP about the credentials. It has to run before the transaction. */
export async function checkNewAccount(
  deps: Pick<ConnectorAccountDeps, "psps">,
  mode: Mode,
  body: CreateAccountBody,
): Promise<Result<CheckedAccount, Problem>> {
  const kind = kindOf(body.connector);
  const settings: Values = body.settings ?? {};
  const fault = combineProblems([
    ...credentialFaults(kind, mode, body.credentials),
    ...settingFaults(kind, mode, settings),
    ...offerFaults(body),
    ...incompleteFaults(body.status, missingIn(body)),
  ]);
  if (fault) return failed(fault);
  const asked = await askPsp(deps, kind, { mode, credentials: body.credentials, settings });
  return asked.ok ? success({ body, pspAccount: asked.value }) : asked;
}

const missingIn = ({ connector, credentials }: CreateAccountBody): string[] =>
  missingCredentials({ connector, fields: Object.keys(credentials) });

/**
 * Stores a checked account. It is enabled at once if nothing is missing, unless the body says that it stays disabled. Otherwise it is
 * disabled until the credentials for notifications are there, which most PSPs make only for the account's notification address.
 */
export async function createAccount(
  deps: Pick<ConnectorAccountDeps, "keyring" | "nowMs">,
  trx: TenantTransaction,
  { body, pspAccount }: CheckedAccount,
): Promise<Result<Account, Problem>> {
  const { count, lastPosition } = await lockAccountCount(trx);
  if (count >= accountLimit) {
    const detail = `There are ${accountLimit} connector accounts already.`;
    return failed(problem("connector_account_limit_reached", detail));
  }
  const id = makeId("ca", trx.mode, trx.tenantId, deps.nowMs());
  const fields = Object.keys(body.credentials).toSorted();
  const usual = missingIn(body).length === 0 ? "enabled" : "disabled";
  await insertAccount(trx, {
    ...mergeOffer({ methods: null, currencies: null, countries: null, amountLimits: null }, body),
    id,
    connector: body.connector,
    label: body.label,
    status: body.status ?? usual,
    position: body.position ?? Math.min(lastPosition + 1, 1000),
    weight: body.weight ?? 1,
    settings: body.settings ?? {},
    pspAccount,
  });
  const place = { accountId: id, version: 1 };
  const sealed = sealCredentials(deps.keyring, trx.scope, place, body.credentials);
  await insertCredentials(trx, { ...place, fields, sealed });
  return success(present(await getAccount(trx, id), "the account just made"));
}

/** The schema admits the names of known kinds only, and no kind is ever removed. */
export const kindOf = (connector: string): ConnectorKind =>
  present(findKind(connector), `the connector ${connector}`);
