import { type AuditEntry, selectAuditEntries } from "../audit/audit-log.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type Options = { tenant?: string; since?: string; limit: string; json: boolean };

/** `kassa audit`: who changed keys, tenants, settings and secrets. */
export async function audit(options: Options): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageFailure("--limit takes a number from 1 to 10000.");
  const since = options.since === undefined ? undefined : readTime(options.since);
  await withDatabase(async ({ database }) => {
    const tenantId =
      options.tenant === undefined ? undefined : (await pickTenant(database, options.tenant)).tenantId;
    const entries = await database.inControl((trx) => selectAuditEntries(trx, { tenantId, since, limit }));
    print(options.json, { object: "list", data: entries }, () =>
      entries.length === 0
        ? ["The audit log has no such entries."]
        : table(["when", "who", "from", "what"], entries.map(row)),
    );
  });
}

function readTime(text: string): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const time = days === undefined ? date : Date.now() - Number(days) * 86_400_000;
  if (Number.isNaN(time))
    throw new UsageFailure("--since takes a number of days such as 7d, or a date such as 2026-11-01.");
  return new Date(time);
}

function row({ at, actor, origin, action, object, objectId, tenant, mode, changes }: AuditEntry): string[] {
  const name = [mode, object, objectId ?? tenant].filter((word) => word !== null).join(" ");
  const columns = action === "created" ? "" : `: ${Object.keys(changes).sort().join(", ")}`;
  return [at.toISOString(), actor, origin, `${action} ${name}${columns}`];
}
