/** What the columns of the list are called in an export. */
const exported: Readonly<Record<string, readonly string[]>> = {
  status: ["status"],
  customer: ["customerEmail"],
  method: ["method"],
  created: ["createdAt"],
  order: ["clientReferenceId"],
  refunded: ["amountRefunded"],
  connector: ["connector"],
  tags: ["tags"],
};

/** The columns that an export has without a choice. */
const all = [
  ...[
    "id",
    "createdAt",
    "status",
    "currency",
    "amount",
    "amountCaptured",
    "amountRefunded",
    "amountDisputed",
  ],
  ...["method", "connector", "declineReason", "pspReference", "customerEmail", "clientReferenceId", "tags"],
  "metadata",
];
const addressParts = [
  ...["country", "line1", "line2", "district", "city", "region", "regionName", "postalCode"],
];

/** All columns, and what customers entered on the payment page. */
export const columnsWithCollected: readonly string[] = [
  ...all,
  ...[
    ...["email", "name", "phone", "postalCode", "termsAcceptedAt", "customFields"],
    ...addressParts.map((part) => `billingAddress.${part}`),
    ...["recipient", ...addressParts].map((part) => `shippingAddress.${part}`),
  ].map((name) => `collected.${name}`),
];

/** The columns of an export that has what the list shows; the id and the amount are always there. */
export function exportColumns(shown: readonly string[]): string[] {
  const named = shown.flatMap((name) => (name.startsWith("metadata.") ? [name] : (exported[name] ?? [])));
  return [...new Set(["id", "amount", "currency", ...named])];
}
