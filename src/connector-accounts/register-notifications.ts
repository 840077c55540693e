import type { TenantScope } from "../database/transaction.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { missingCredentials, notificationUrl } from "./account.ts";
import { unavailable } from "./ask-psp.ts";
import { kindOf } from "./create-account.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { openAccount } from "./find-account.ts";
import type { CheckedVersion } from "./rotate-credentials.ts";

/**
 * Registers an account's notification address at the PSP and returns the version of the credentials with what the PSP made
 * for it, to be stored by `rotateCredentials`. It has to run before the transaction. If its result isn't stored, a repeat
 * gets the same from the PSP, because it has the same idempotency key. Undefined if the caller has no such account.
 */
export async function registerNotifications(
  deps: Pick<ConnectorAccountDeps, "database" | "keyring" | "psps" | "publicUrl">,
  scope: TenantScope,
  id: string,
): Promise<Result<CheckedVersion | undefined, Problem>> {
  const opened = await deps.database.inTenant(scope, (trx) => openAccount(deps, trx, id));
  if (!opened) return success(undefined);
  const { account, credentials } = opened;
  const kind = kindOf(account.connector);
  const url = notificationUrl(deps.publicUrl, account);
  if (!kind.registerNotifications) {
    const detail = `At ${kind.title} only you can register it: enter ${url} in ${kind.title}'s dashboard.`;
    return failed(problem("registration_not_possible", detail));
  }
  if (missingCredentials(account).length === 0) return failed(alreadyRegistered);
  const { mode, settings, version } = account;
  const idempotencyKey = `${id} notifications ${version}`.replaceAll(" ", "-");
  const request = { mode, settings, credentials, url, idempotencyKey };
  const outcome = await kind.registerNotifications(request, deps.psps(kind.name));
  switch (outcome.kind) {
    case "registered": {
      const all = { ...credentials, ...outcome.credentials };
      return success({ accountId: id, replaces: version, credentials: all, pspAccount: null });
    }
    case "refused":
      return failed(problem("credentials_refused", outcome.detail));
    case "unknown":
      return failed(unavailable(kind, outcome.detail));
  }
}

const alreadyRegistered = problem(
  "registration_not_possible",
  "The account already has the credential for notifications.",
);
