import type { TenantTransaction } from "../../database/transaction.ts";
import { money } from "./money.ts";

/**
 * The money that PSPs hold for payments under review, in one currency. It is posted only after the merchant has decided. Amounts
 * are minor units.
 */
export type UnderReview = {
  readonly currency: string;
  readonly payments: number;
  /** Captured from customers. */
  readonly captured: bigint;
  /** Authorized, and neither captured nor released. */
  readonly reserved: bigint;
};

/** The sums of a tenant and mode, by the PSP's currency, which may differ from the payment's. */
export async function sumUnderReview(trx: TenantTransaction): Promise<UnderReview[]> {
  const rows = await trx.query<{ currency: string; payments: number; captured: string; reserved: string }>(
    `SELECT evidence->>'currency' AS currency, count(*) AS payments,
       COALESCE(sum(came.amount) FILTER (WHERE came.captured), 0)::text AS captured,
       COALESCE(sum(came.amount) FILTER (WHERE NOT came.captured), 0)::text AS reserved
     FROM attempts CROSS JOIN LATERAL (SELECT (evidence->>'captured')::boolean AS captured,
       (evidence->>'amount')::bigint + (evidence->>'surplus')::bigint AS amount) came
     WHERE tenant_id = $1 AND mode = $2 AND status = 'needs_review' GROUP BY 1 ORDER BY 1`,
    [trx.tenantId, trx.mode],
  );
  return rows.map(({ captured, reserved, ...row }) => ({
    ...row,
    captured: BigInt(captured),
    reserved: BigInt(reserved),
  }));
}

/** "2 payments: 60.00 EUR captured, 40.00 EUR reserved". */
export function describeUnderReview({ currency, payments, captured, reserved }: UnderReview): string {
  const amounts = [
    ...(captured > 0n ? [`${money(captured, currency)} captured`] : []),
    ...(reserved > 0n ? [`${money(reserved, currency)} reserved`] : []),
  ];
  return `${payments} ${payments === 1 ? "payment" : "payments"}: ${amounts.join(", ")}`;
}
