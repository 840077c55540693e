import type { Collected } from "../sessions/collect/collect.ts";
import type { Column } from "./column.ts";

const billingParts = [
  "country",
  "line1",
  "line2",
  "district",
  "city",
  "region",
  "regionName",
  "postalCode",
] as const;
const shippingParts = ["recipient", ...billingParts] as const;

const prefix = "collected.";
const customFields = `${prefix}customFields`;

const column = (name: string, of: (collected: Collected) => string | null): Column => ({
  name,
  type: "text",
  showsCollected: true,
  of: (_payment, collected) => collected && of(collected),
});

/** What the customer entered on the payment page, as `collected` in the API shows it. */
export const collectedColumns: readonly Column[] = [
  ...(["email", "name", "phone", "postalCode"] as const).map((field) =>
    column(prefix + field, (collected) => collected[field]),
  ),
  ...billingParts.map((part) =>
    column(`${prefix}billingAddress.${part}`, ({ billingAddress }) => billingAddress?.[part] ?? null),
  ),
  ...shippingParts.map((part) =>
    column(`${prefix}shippingAddress.${part}`, ({ shippingAddress }) => shippingAddress?.[part] ?? null),
  ),
  { ...column(`${prefix}termsAcceptedAt`, ({ termsAcceptedAt }) => termsAcceptedAt), type: "time" },
  column(customFields, ({ customFields: answers }) =>
    answers.length === 0 ? null : JSON.stringify(answers),
  ),
];

/** The column with the answer to one custom field; undefined for any other name. */
export function findCustomFieldColumn(name: string): Column | undefined {
  const [, key] = /^collected\.customFields\.([A-Za-z0-9_-]{1,40})$/.exec(name) ?? [];
  if (key === undefined) return undefined;
  return column(
    name,
    ({ customFields: answers }) => answers.find((answer) => answer.key === key)?.value ?? null,
  );
}
