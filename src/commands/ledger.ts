import process from "node:process";
import type { TenantScope } from "../database/transaction.ts";
import { modes } from "../kernel/mode.ts";
import { visibleText } from "../kernel/visible-text.ts";
import { describeUnderReview } from "../ledger/verify/under-review.ts";
import {
  type FoundDifference,
  type FoundUnderReview,
  type Progress,
  type Verification,
  verifyLedger,
} from "../ledger/verify/verify-ledger.ts";
import { listTenants, type Tenant } from "../tenants/find-tenant.ts";
import { withDatabase } from "./context.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type VerifyOptions = { tenant?: string; json: boolean };

/** `kassa ledger verify`: compares the ledger with the payments. Exits with 1 when they differ. */
export async function verifyLedgerCommand({ tenant: id, json }: VerifyOptions): Promise<void> {
  await withDatabase(async ({ database, settings }) => {
    const tenants =
      id === undefined ? await database.inControl(listTenants) : [await pickTenant(database, id)];
    const scopes = tenants.flatMap(({ tenantId }) => modes.map((mode): TenantScope => ({ tenantId, mode })));
    const names = new Map(tenants.map((tenant) => [tenant.tenantId, tenant]));
    const verification = await verifyLedger(settings, scopes, reportProgress(names));
    print(json, present(verification, names), () => lines(verification, names));
    if (verification.differencesFound > 0) process.exitCode = 1;
  });
}

type Tenants = ReadonlyMap<number, Tenant>;

const reportEveryMs = 2_000;

/** Reports progress on stderr, at most every two seconds. */
function reportProgress(tenants: Tenants): (progress: Progress) => void {
  let saidAt = performance.now();
  return ({ scope, checked, of }) => {
    if (performance.now() - saidAt < reportEveryMs) return;
    saidAt = performance.now();
    console.error(visibleText(`${ownerOf(scope, tenants)}: ${checked} of ${of} payments checked`));
  };
}

const ownerOf = ({ tenantId, mode }: TenantScope, tenants: Tenants): string =>
  `${tenants.get(tenantId)?.name ?? tenantId}, ${mode}`;

function lines(verification: Verification, tenants: Tenants): string[] {
  const { payments, transactions, entries, differences, differencesFound, underReview } = verification;
  const checked = [
    `Checked ${count(payments, "payment", "payments")}: ${count(transactions, "transaction", "transactions")}, ${count(entries, "entry", "entries")}.`,
    ...underReview.map((sums) => reviewLine(sums, tenants)),
  ];
  if (differencesFound === 0) return [...checked, "✓ The ledger is correct."];
  const unlisted = differencesFound - differences.length;
  return [
    ...differences.map((difference) => line(difference, tenants)),
    ...(unlisted > 0 ? [`… and ${unlisted} more.`] : []),
    ...checked,
    `✗ Found ${count(differencesFound, "difference", "differences")}. Nothing was changed; see docs/explanation/ledger.md.`,
  ];
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const line = ({ scope, paymentId, text }: FoundDifference, tenants: Tenants): string =>
  `✗ ${paymentId ?? "all accounts"} (${ownerOf(scope, tenants)}): ${text}`;

const reviewLine = (sums: FoundUnderReview, tenants: Tenants): string =>
  `! Under review and not in the ledger (${ownerOf(sums.scope, tenants)}): ${describeUnderReview(sums)}`;

function present(verification: Verification, tenants: Tenants) {
  const { differences, underReview, ...counts } = verification;
  return {
    object: "ledger.verification",
    ok: counts.differencesFound === 0,
    ...counts,
    differences: differences.map(({ scope, paymentId, about, text }) => ({
      tenant: tenants.get(scope.tenantId)?.id ?? null,
      mode: scope.mode,
      payment: paymentId,
      about,
      text,
    })),
    underReview: underReview.map(({ scope, currency, payments, captured, reserved }) => ({
      tenant: tenants.get(scope.tenantId)?.id ?? null,
      mode: scope.mode,
      currency,
      payments,
      amountCaptured: captured,
      amountReserved: reserved,
    })),
  };
}
