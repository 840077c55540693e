import type { Account } from "../connector-accounts/account.ts";
import { checkAccount, toApiCheck } from "../connector-accounts/check-account.ts";
import type { ConnectorAccountDeps } from "../connector-accounts/deps.ts";
import { listInOrder } from "../connector-accounts/list-accounts.ts";
import { findKind } from "../connectors/kinds.ts";
import { commandLine } from "../kernel/command-line.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import type { Finding } from "./finding.ts";
import { hasConnector } from "./live-findings.ts";

/** Asks each PSP about the credentials of each stored account. No finding if there is none. */
export async function connectorFindings(deps: ConnectorAccountDeps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const scope of await deps.database.inControl(listTenantScopes)) {
    const accounts = await deps.database.inTenant(scope, (trx) => listInOrder(trx));
    for (const { id } of accounts) {
      const checked = await checkAccount(deps, scope, id);
      if (checked) findings.push(findingOf(checked));
      if (checked && !hasConnector(deps, checked.account.connector)) findings.push(notUsed(checked.account));
    }
  }
  return findings;
}

function notUsed({ id, connector }: Account): Finding {
  return {
    check: "connector_account",
    subject: `${id} (${connector})`,
    state: "warning",
    text: `takes no payments: Kassa stores accounts of ${connector}, but has no connector to it yet`,
    advice: "Use an account of another PSP for payments. `docs/how-to/psps.md` says which take payments.",
  };
}

/** An account for transfers to the merchant's own bank accounts has no credentials. */
const acceptanceOf = ({ connector }: Account): string =>
  findKind(connector)?.credentials.length === 0 ? "needs no credentials" : "the PSP accepts its credentials";

function findingOf({ account, outcome }: NonNullable<Awaited<ReturnType<typeof checkAccount>>>): Finding {
  const about = { check: "connector_account", subject: `${account.id} (${account.connector})` } as const;
  const { detail } = toApiCheck(account, outcome);
  switch (outcome.kind) {
    case "valid":
      return { ...about, state: "ok", text: `${acceptanceOf(account)}; it is ${account.status}` };
    case "refused":
      return {
        ...about,
        // A disabled account takes no new charges, but refunds need its credentials.
        state: account.status === "enabled" ? "problem" : "warning",
        text: detail ?? "",
        advice: `Get new credentials from the PSP, then run: ${commandLine(`connectors rotate ${account.id}`)}`,
      };
    case "unknown":
      return {
        ...about,
        state: "warning",
        text: detail ?? "",
        advice: "Can this machine reach the PSP? See KASSA_PSP_TIMEOUT_MS and the PSP's status page.",
      };
  }
}
