import type { LaneStatement } from "../../database/lane.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { assert } from "../../kernel/assert.ts";
import { type Session, type SessionDetails, sessionDefaults } from "../session.ts";

/** A new session for the lane, with its row as one line of text; see `sessionLine`. */
export type NewSessionRow = {
  readonly session: Session;
  readonly line: string;
  readonly idempotencyKey: string | null;
};

// Neither may occur in a column's text: it would begin another column or row, perhaps of another tenant. JSON escapes control
// characters, requests with such texts are refused, and `sessionLine` asserts it.
const fieldEnd = "\x1f";
const rowEnd = "\x1e";

/**
 * The columns of a new session in the order of `insertWithKeys`; an empty field is null. Lines need no escaping, so a row
 * costs the server a third of what one array per column costs (4 instead of 12 µs).
 */
export function sessionLine(
  session: Session,
  idempotencyKey: string | null,
  fingerprint: string | null,
): string {
  const line = `${session.tenantId}${fieldEnd}${session.id}${fieldEnd}${session.mode}${fieldEnd}${session.amount}${fieldEnd}${
    session.currency
  }${fieldEnd}${storedDetails(session.details)}${fieldEnd}${session.createdAt.getTime()}${fieldEnd}${session.expiresAt.getTime()}${fieldEnd}${
    session.metadata === null ? "" : JSON.stringify(session.metadata)
  }${fieldEnd}${session.clientReferenceId ?? ""}${fieldEnd}${session.customerEmail ?? ""}`;
  if (idempotencyKey === null && session.clockId === null) return asserted(line, plainFieldEnds);
  const withKey = `${line}${fieldEnd}${idempotencyKey ?? ""}${fieldEnd}${fingerprint ?? ""}`;
  if (session.clockId === null) return asserted(withKey, plainFieldEnds + 2);
  return asserted(`${withKey}${fieldEnd}${session.clockId}`, plainFieldEnds + 3);
}

/** How many separators a line has without key and clock. */
const plainFieldEnds = 10;

/** Returns the line, after checking that it is one row with the expected number of columns. The search costs 0.1 µs. */
function asserted(line: string, fieldEnds: number): string {
  assert(!line.includes(rowEnd), "a text of a new session contains the character that ends a row");
  let found = 0;
  for (let at = line.indexOf(fieldEnd); at !== -1; at = line.indexOf(fieldEnd, at + 1)) found += 1;
  assert(found === fieldEnds, "a text of a new session contains the character that ends a column");
  return line;
}

/** Each detail, or undefined if it has its default value. Omitting a detail doesn't compile. */
type StoredDetails = { readonly [Name in keyof SessionDetails]: SessionDetails[Name] | undefined };

/** Defaults aren't stored; `complete` adds them on reading. Half the text is half the parsing. */
function storedDetails(details: SessionDetails): string {
  const stored: StoredDetails = {
    successUrl: details.successUrl,
    cancelUrl: details.cancelUrl ?? undefined,
    lineItems: details.lineItems ?? undefined,
    adjustments: details.adjustments ?? undefined,
    description: details.description ?? undefined,
    statementDescriptor: details.statementDescriptor ?? undefined,
    locale: details.locale === sessionDefaults.locale ? undefined : details.locale,
    captureMethod:
      details.captureMethod === sessionDefaults.captureMethod ? undefined : details.captureMethod,
    paymentMethods: details.paymentMethods ?? undefined,
    connectorAccount: details.connectorAccount ?? undefined,
    collect: details.collect ?? undefined,
    promotionCodes: details.promotionCodes ?? undefined,
    tips: details.tips ?? undefined,
  };
  return JSON.stringify(stored);
}

/** The lines as a table. OFFSET 0 keeps the planner from splitting a line again for each column. */
const fields = `(SELECT string_to_array(line, E'\\x1f', '') AS f FROM string_to_table($1, E'\\x1e') AS line OFFSET 0) AS fields`;
const plainColumns =
  "tenant_id, id, mode, amount, currency, details, created_at, expires_at, metadata, client_reference_id, customer_email";
const plainFields = `f[1]::bigint, f[2], f[3], f[4]::bigint, f[5], f[6]::json, to_timestamp(f[7]::float8 / 1000),
  to_timestamp(f[8]::float8 / 1000), f[9]::json, f[10], f[11]`;

/** Without an Idempotency-Key there is no conflict to check for: a row costs 8 µs instead of 10. */
const insertWithoutKeys = {
  name: "insert-sessions",
  text: `INSERT INTO checkout_sessions (${plainColumns}) SELECT ${plainFields} FROM ${fields}`,
};
const insertWithKeys = {
  name: "insert-sessions-with-keys",
  text: `INSERT INTO checkout_sessions (${plainColumns}, idempotency_key, request_fingerprint)
    SELECT ${plainFields}, f[12], f[13]::bytea FROM ${fields} ON CONFLICT DO NOTHING`,
};
/** Clocks are rare and exist only in the sandbox, so the other statements don't have their column. */
const insertWithClocks = {
  name: "insert-sessions-with-clocks",
  text: `INSERT INTO checkout_sessions (${plainColumns}, idempotency_key, request_fingerprint, clock_id)
    SELECT ${plainFields}, f[12], f[13]::bytea, f[14] FROM ${fields} ON CONFLICT DO NOTHING`,
};

/**
 * The one statement of the create call, for all requests of one turn of the event loop. Rows are sorted by key, so that the
 * batches of several processes can't deadlock. They are sorted here because PostgreSQL takes 4 µs a row for it.
 */
export const insertSessions: LaneStatement<NewSessionRow> = (rows) =>
  rows.every(isPlain) ? { ...insertWithoutKeys, values: [joinLines(rows)] } : insertWithConflicts(rows);

/**
 * The same for Citus. It carries out INSERT … SELECT on its nodes only with ON CONFLICT; else it copies rows, past the policies. How many
 * went in, it says only by returning them: its tag counts those of the SELECT.
 */
export const insertSessionsOnCitus: LaneStatement<NewSessionRow> = (rows) => {
  const { name, text, values } = insertWithConflicts(rows);
  return { name: `${name}-on-citus`, text: `${text} RETURNING 1`, values };
};

const insertWithConflicts: LaneStatement<NewSessionRow> = (rows) => {
  const statement = rows.some(({ session }) => session.clockId !== null) ? insertWithClocks : insertWithKeys;
  return { ...statement, values: [joinLines([...rows].sort(byKey))] };
};

const isPlain = ({ session, idempotencyKey }: NewSessionRow): boolean =>
  idempotencyKey === null && session.clockId === null;

const joinLines = (rows: readonly NewSessionRow[]): string => rows.map(({ line }) => line).join(rowEnd);

function byKey(left: NewSessionRow, right: NewSessionRow): number {
  const [leftKey, rightKey] = [keyOf(left), keyOf(right)];
  return leftKey < rightKey ? -1 : Number(leftKey > rightKey);
}

const keyOf = ({ session, idempotencyKey }: NewSessionRow): string =>
  idempotencyKey === null ? "" : `${session.tenantId} ${session.mode} ${idempotencyKey}`;

/**
 * Inserts a session of a payment link, unless its tenant and mode have another one with this idempotency key. Returns whether it was
 * inserted. All other sessions are inserted by the lane.
 */
export async function insertLinkSession(
  trx: TenantTransaction,
  session: Session,
  {
    idempotencyKey,
    fingerprint,
  }: { readonly idempotencyKey: string | null; readonly fingerprint: Buffer | null },
): Promise<boolean> {
  const inserted = await trx.run(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, metadata, client_reference_id, created_at, expires_at,
       idempotency_key, request_fingerprint, payment_link_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
    [
      trx.tenantId,
      session.id,
      trx.mode,
      session.amount,
      session.currency,
      storedDetails(session.details),
      session.metadata && JSON.stringify(session.metadata),
      session.clientReferenceId,
      session.createdAt,
      session.expiresAt,
      idempotencyKey,
      fingerprint,
      session.paymentLinkId,
    ],
  );
  return inserted === 1;
}
