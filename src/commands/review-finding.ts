import type { Database } from "../database/database.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { describeUnderReview, sumUnderReview, type UnderReview } from "../ledger/verify/under-review.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import type { Finding } from "./finding.ts";

type OfMode = UnderReview & { readonly mode: Mode };

/** What all tenants' payments under review come to, by mode and currency. */
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

/** What PSPs approved instead of what was asked for: nobody but the merchant can decide. */
export function reviewFinding(sums: readonly OfMode[]): Finding {
  const name = "Reviews";
  if (sums.length === 0) return { name, state: "ok", text: "no payment needs a review" };
  const each = sums.map((sum) => `${sum.mode}, ${describeUnderReview(sum)}`);
  return {
    name,
    state: "warning",
    text: `PSPs approved what wasn't asked for, and it isn't in the books: ${each.join("; ")}`,
    advice:
      "GET /api/payments?status=needs_review lists the payments; POST /api/payments/{id}/review accepts or returns what came.",
  };
}
