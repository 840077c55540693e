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

/** The columns of an export that has what the list shows; the id and the amount are always there. */
export function exportColumns(shown: readonly string[]): string[] {
  const named = shown.flatMap((name) => (name.startsWith("metadata.") ? [name] : (exported[name] ?? [])));
  return [...new Set(["id", "amount", "currency", ...named])];
}
