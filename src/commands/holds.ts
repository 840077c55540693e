import { insertAuditEntry } from "../audit/audit-log.ts";
import { commandLine } from "../kernel/command-line.ts";
import { type Hold, holdRisk, listHolds, releaseByHand } from "../payments/holds/release-by-hand.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { operator } from "./operator.ts";
import { print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

const longestReason = 500;

/** `kassa holds list` */
export async function listHoldsCommand(options: { tenant?: string; json: boolean }): Promise<void> {
  await withDatabase(async ({ database }) => {
    const tenantId =
      options.tenant === undefined ? undefined : (await pickTenant(database, options.tenant)).tenantId;
    const holds = await database.inControl((trx) => listHolds(trx, tenantId));
    print(options.json, { object: "list", data: holds }, () =>
      holds.length === 0
        ? ["No account is on hold."]
        : [
            ...table(["tenant", "mode", "account", "since", "failed comparisons"], holds.map(row)),
            "",
            `A hold ends by itself once the account has been compared with its PSP. To end a hold on an account that can't be compared: ${commandLine("holds release")}`,
          ],
    );
  });
}

const row = ({ tenant, mode, account, since, checks }: Hold): string[] => [
  tenant,
  mode,
  account,
  since.toISOString(),
  String(checks),
];

type Release = { tenant?: string; account: string; reason?: string; json: boolean };

/** `kassa holds release` */
export async function releaseHoldCommand(options: Release): Promise<void> {
  const reason = readReason(options.reason);
  await withDatabase(async ({ database }) => {
    const { tenantId, id } = await pickTenant(database, options.tenant);
    const released = await database.inControl(async (trx) => {
      const hold = await releaseByHand(trx, tenantId, options.account);
      if (!hold) return undefined;
      const { mode, account, since, checks } = hold;
      const changes = {
        reason: { from: null, to: reason },
        since: { from: since, to: null },
        checks: { from: checks },
      };
      const entry = {
        action: "deleted",
        object: "movement_hold",
        objectId: account,
        tenantId,
        mode,
      } as const;
      await insertAuditEntry(trx, operator(), { ...entry, changes });
      return hold;
    });
    if (!released)
      throw new CommandFailure(
        `Account ${options.account} of ${id} isn't on hold. List the holds: ${commandLine("holds list")}`,
      );
    print(options.json, { object: "movement_hold", released: true, reason, ...released }, () => [
      `Captures, voids and refunds are possible again at account ${released.account} (${released.mode}) of ${id}. Your reason is in the audit log.`,
      ...holdRisk,
    ]);
  });
}

/** @throws UsageFailure that explains the risk, when no reason is given */
function readReason(given: string | undefined): string {
  const reason = given?.trim() ?? "";
  if (reason === "")
    throw new UsageFailure(
      ["Give the reason with --reason. It is stored in the audit log.", ...holdRisk].join("\n"),
    );
  if (reason.length > longestReason)
    throw new UsageFailure(`--reason has ${reason.length} characters; it may have at most ${longestReason}.`);
  return reason;
}
