import type { Payment } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import { formatMoney } from "../components/money.tsx";
import { has, t } from "../texts/texts.ts";

/** What a person asked for, as the audit log has it. */
export type Activity = {
  readonly position: number;
  readonly at: string;
  readonly actor: string;
  /** What was asked for, such as create_refund. */
  readonly changed: string;
  readonly changes: Readonly<Record<string, { readonly to?: unknown }>>;
};

/** Who asked for what about a payment, its refunds and disputes; the newest first. */
export const activityQuery = (place: Place, payment: string) =>
  queryOptions({
    queryKey: ["activity", place, payment],
    queryFn: ({ signal }) =>
      request<{ readonly data: readonly Activity[] }>(
        `/dashboard/api/payments/${encodeURIComponent(payment)}/activity`,
        { place, signal },
      ),
  });

/** Who did something, without the kind of account: `person ada@shop.example` is ada@shop.example. */
export const nameOf = (actor: string): string => actor.replace(/^person /, "");

/** What somebody asked for, in words; undefined for what the page shows anyway. */
export function describeActivity(activity: Activity, payment: Payment): string | undefined {
  const { actor, changed, changes } = activity;
  if (changed === "create_payment_note") return undefined;
  const who = nameOf(actor);
  const amount = changes.amount?.to;
  const name = `activity.${changed}`;
  const withAmount = `${name}.amount`;
  if (typeof amount === "number" && has(withAmount))
    return t(withAmount, { who, amount: formatMoney(amount, payment.currency) });
  return has(name) ? t(name, { who }) : `${who}: ${changed.replaceAll("_", " ")}`;
}
