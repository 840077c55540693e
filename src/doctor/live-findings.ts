import type { ConnectorAccountDeps } from "../connector-accounts/deps.ts";
import { listInOrder } from "../connector-accounts/list-accounts.ts";
import { bankTransfer } from "../connectors/bank-transfer/kind.ts";
import { connectorsTo } from "../connectors/connectors.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { Tenant } from "../tenants/find-tenant.ts";
import type { Finding } from "./finding.ts";

type Deps = Pick<ConnectorAccountDeps, "database" | "psps">;

/** Which tenants can take live payments. Operators must know that before they hand out live keys. */
export async function liveFindings(deps: Deps, tenants: readonly Tenant[]): Promise<Finding[]> {
  const without: string[] = [];
  for (const { tenantId, name } of tenants) {
    const accounts = await deps.database.inTenant({ tenantId, mode: "live" }, (trx) => listInOrder(trx));
    const takesPayments = accounts.some(
      ({ status, connector }) => status === "enabled" && hasConnector(deps, connector),
    );
    if (!takesPayments) without.push(name);
  }
  if (tenants.length === 0) return [];
  if (without.length === 0)
    return [{ check: "live_payments", state: "ok", text: "each tenant has an account" }];
  return [
    {
      check: "live_payments",
      state: "warning",
      text: `not possible for ${without.join(", ")}: no account at a PSP that takes live payments`,
      advice: `Live sessions can be created but not paid. Their payment page says so and shows the merchant's contact details. Add an account: ${commandLine("connectors add stripe --mode live")}`,
    },
  ];
}

/** Whether Kassa can take payments at accounts of this kind. */
export const hasConnector = ({ psps }: Pick<Deps, "psps">, name: string): boolean =>
  name === bankTransfer.name || connectorsTo(psps, () => null).some((connector) => connector.name === name);
