import type { ApiPayment } from "../payments/read/describe-payment.ts";
import type { Collected } from "../sessions/collect/collect.ts";
import { collectedColumns, findCustomFieldColumn } from "./collected-columns.ts";
import type { Column } from "./column.ts";
import type { StoredRow } from "./export.ts";

const text = (name: string, of: Column["of"]): Column => ({ name, type: "text", of });
const amount = (name: "amount" | "amountCaptured" | "amountRefunded" | "amountDisputed"): Column => ({
  name,
  type: "amount",
  of: (payment) => payment[name],
});

/** The columns of payments, in the order that an export without a choice has. */
export const paymentColumns: readonly Column[] = [
  text("id", ({ id }) => id),
  { name: "createdAt", type: "time", of: ({ createdAt }) => createdAt },
  text("status", ({ status }) => status),
  text("currency", ({ currency }) => currency),
  amount("amount"),
  amount("amountCaptured"),
  amount("amountRefunded"),
  amount("amountDisputed"),
  text("method", ({ method }) => method),
  text("connector", ({ attempts }) => attempts.at(-1)?.connector ?? null),
  text("declineReason", ({ attempts }) => attempts.at(-1)?.declineReason ?? null),
  text("pspReference", ({ attempts }) => attempts.at(-1)?.pspReference ?? null),
  text("customerEmail", ({ customerEmail }) => customerEmail),
  text("clientReferenceId", ({ clientReferenceId }) => clientReferenceId),
  text("tags", ({ tags }) => tags.join(", ")),
  text("metadata", ({ metadata }) => metadata && JSON.stringify(metadata)),
];

/** The columns of an export that names none. */
export const defaultColumnNames = paymentColumns.map(({ name }) => name);
const knownColumns = [...paymentColumns, ...collectedColumns];
export const columnNames = knownColumns.map(({ name }) => name);

const byName = new Map(knownColumns.map((column) => [column.name, column]));
const ofMetadata = "metadata.";

/** A column by its name: a known one, or that of a key of metadata or of a custom field; undefined for any other. */
export function findColumn(name: string): Column | undefined {
  if (!name.startsWith(ofMetadata)) return byName.get(name) ?? findCustomFieldColumn(name);
  const key = name.slice(ofMetadata.length);
  const length = [...key].length;
  if (length < 1 || length > 40) return undefined;
  return text(name, ({ metadata }) =>
    metadata && Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null,
  );
}

/** The columns of an export. @throws Error for a name that `findColumn` doesn't know */
export function columnsOf(names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = findColumn(name);
    if (!column) throw new Error(`an export has the unknown column ${name}`);
    return column;
  });
}

/** Whether an export with these columns shows what customers entered. */
export const showsCollected = (names: readonly string[]): boolean =>
  names.some((name) => findColumn(name)?.showsCollected);

export const toRow = (
  columns: readonly Column[],
  payment: ApiPayment,
  collected: Collected | null,
): StoredRow => [payment.currency, ...columns.map(({ of }) => of(payment, collected))];
