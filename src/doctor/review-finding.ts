import type { Database } from "../database/database.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { describeUnderReview, sumUnderReview, type UnderReview } from "../ledger/verify/under-review.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import type { Finding } from "./finding.ts";

type OfMode = UnderReview & { readonly mode: Mode };

/** The sums of all tenants' payments under review, by mode and currency. */
export async function readUnderReview(database: Database): Promise<OfMode[]> {
  const found: OfMode[] = [];
  for (const scope of await database.inControl(listTenantScopes))
    for (const sums of await database.inTenant(scope, (trx) => sumUnderReview(trx)))
      found.push({ ...sums, mode: scope.mode });
  const groups = Map.groupBy(found, ({ mode, currency }) => `${modes.indexOf(mode)} ${currency}`);
  return [...groups].toSorted().map(([, sums]) => sums.reduce(add));
}

const add = (one: OfMode, other: OfMode): OfMode => ({
  ...one,
  payments: one.payments + other.payments,
  captured: one.captured + other.captured,
  reserved: one.reserved + other.reserved,
});

/** Payments for which a PSP approved a different amount than was requested. Only the merchant can decide about them. */
export function reviewFinding(sums: readonly OfMode[]): Finding {
  const check = "reviews";
  if (sums.length === 0) return { check, state: "ok", text: "no payment needs a review" };
  const each = sums.map((sum) => `${sum.mode}, ${describeUnderReview(sum)}`);
  return {
    check,
    state: "warning",
    text: `payments wait for the merchant's decision, because the PSP approved something else than was requested; they are not in the ledger: ${each.join("; ")}`,
    advice:
      "GET /api/payments?status=needs_review lists them; POST /api/payments/{id}/review accepts or returns the money.",
  };
}
