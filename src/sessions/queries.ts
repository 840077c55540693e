import { enterClock } from "../database/clock-time.ts";
import type { LaneStatement } from "../database/lane.ts";
import { statementTimes } from "../database/statement-times.ts";
import type { ClockTime, TenantTransaction, Transaction } from "../database/transaction.ts";
import { assert, present } from "../kernel/assert.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Chosen } from "./amounts/adjustable.ts";
import type { Collected } from "./collect/collect.ts";
import {
  type Session,
  type SessionDetails,
  type SessionPaymentStatus,
  type SessionStatus,
  sessionDefaults,
} from "./session.ts";

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

const columns = `tenant_id AS "tenantId", id, mode, status, payment_status AS "paymentStatus", amount, currency, details,
  metadata, client_reference_id AS "clientReferenceId", customer_email AS "customerEmail", collected, chosen,
  payment_id AS "paymentId",
  clock_id AS "clockId", payment_link_id AS "paymentLinkId", created_at AS "createdAt", expires_at AS "expiresAt", extensions,
  completed_at AS "completedAt"`;

/** A row as a session, with the default values that aren't stored, and with the quantities that the customer has chosen. */
function complete<Row extends Session>(row: Row): Row {
  const details = { ...sessionDefaults, ...row.details };
  const { lineItems } = details;
  const quantities = row.chosen?.quantities;
  if (!quantities || !lineItems) return { ...row, details };
  const chosen = lineItems.map((item, index) => ({ ...item, quantity: quantities[index] ?? item.quantity }));
  return { ...row, details: { ...details, lineItems: chosen } };
}

async function oneSession<Row extends Session = Session>(
  trx: Transaction,
  sql: string,
  values: unknown[],
): Promise<Row | undefined> {
  const row = await trx.one<Row>(sql, values);
  return row && complete(row);
}

export function getSession(trx: TenantTransaction, id: string): Promise<Session | undefined> {
  return oneSession(trx, `SELECT ${columns} FROM checkout_sessions WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The session, locked against changes until the transaction ends. Waits for a change in progress. */
export function getSessionForShare(trx: TenantTransaction, id: string): Promise<Session | undefined> {
  return oneSession(
    trx,
    `SELECT ${columns} FROM checkout_sessions WHERE tenant_id = $1 AND id = $2 FOR SHARE`,
    [trx.tenantId, id],
  );
}

/** For each session that a transaction has locked: the last event number used, and the last one stored in its row. */
const eventNumbers = new WeakMap<TenantTransaction, Map<string, { used: number; stored: number }>>();

export type LockedSession = Session & {
  /** Whether its time is up. */
  readonly overdue: boolean;
  /** The time of its clock; null in real time. */
  readonly clock: ClockTime | null;
};

/**
 * The session, locked against all other changes, and whether its time is up by the database's time or its own clock. From
 * here on the transaction is in the session's time: kassa_now() returns the time of its clock.
 */
export async function lockSession(trx: TenantTransaction, id: string): Promise<LockedSession | undefined> {
  const found = await oneSession<Session & { overdue: boolean; eventCount: number }>(
    trx,
    `SELECT ${columns}, expires_at <= kassa_now() AS overdue, event_count AS "eventCount" FROM checkout_sessions
     WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [trx.tenantId, id],
  );
  if (!found) return undefined;
  const { eventCount, ...session } = found;
  const numbers = eventNumbers.get(trx) ?? new Map();
  eventNumbers.set(trx, numbers.set(id, { used: eventCount, stored: eventCount }));
  const clock = session.clockId === null ? undefined : await enterClock(trx, session.clockId);
  return clock ? { ...session, clock, overdue: session.expiresAt <= clock.now } : { ...session, clock: null };
}

/** The session that a create call with this idempotency key created, with the metadata, items and amount that it had then. */
export function findByIdempotencyKey(
  trx: TenantTransaction,
  idempotencyKey: string,
): Promise<(Session & { fingerprint: Buffer }) | undefined> {
  return oneSession(
    trx,
    `SELECT ${columns}, COALESCE(created_metadata, metadata) AS metadata, request_fingerprint AS fingerprint,
       COALESCE((chosen ->> 'createdAmount')::bigint, amount) AS amount, NULL::json AS chosen
     FROM checkout_sessions WHERE tenant_id = $1 AND mode = $2 AND idempotency_key = $3`,
    [trx.tenantId, trx.mode, idempotencyKey],
  );
}

/** Replaces the metadata. Keeps the original metadata for repeats of the create call. */
export function setMetadata(
  trx: TenantTransaction,
  id: string,
  metadata: object | null,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET metadata = $3, created_metadata = COALESCE(created_metadata, metadata, 'null'::json)
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, metadata === null ? null : JSON.stringify(metadata)],
  );
}

/** Extends a session that the transaction has locked. */
export function updateExpiry(
  trx: TenantTransaction,
  id: string,
  expiresAt: Date,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET expires_at = $3, extensions = extensions + 1
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, expiresAt],
  );
}

/** Stores what the customer entered, and the session's e-mail address from then on. The caller has locked the session. */
export function setCollected(
  trx: TenantTransaction,
  id: string,
  collected: Collected,
  customerEmail: string | null,
): void {
  trx.send(
    "UPDATE checkout_sessions SET collected = $3, customer_email = $4 WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id, JSON.stringify(collected), customerEmail],
  );
}

export function selectCollected(
  trx: TenantTransaction,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly collected: Collected | null }[]> {
  return trx.query(
    "SELECT id, collected FROM checkout_sessions WHERE tenant_id = $1 AND id = ANY ($2::text[])",
    [trx.tenantId, ids],
  );
}

/** Stores what the customer has chosen and the amount that follows from it. The caller has locked the session. */
export function setChosen(
  trx: TenantTransaction,
  id: string,
  amount: number,
  chosen: Chosen,
): Promise<Session | undefined> {
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET amount = $3, chosen = $4 WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, amount, JSON.stringify(chosen)],
  );
}

export type Transition = {
  readonly status: SessionStatus;
  readonly paymentStatus: SessionPaymentStatus;
  readonly paymentId: string | null;
  /** How many events will be recorded for it. Their numbers are stored with it instead of one by one. */
  readonly events?: number;
};

/** Updates a session that the caller has locked. The first transition to `complete` sets the time of completion. */
export function updateSessionState(
  trx: TenantTransaction,
  id: string,
  to: Transition,
): Promise<Session | undefined> {
  const numbers = numbersOf(trx, id);
  numbers.stored = Math.max(numbers.stored, numbers.used + (to.events ?? 0));
  return oneSession(
    trx,
    `UPDATE checkout_sessions SET status = $3, payment_status = $4, payment_id = $5, event_count = $6,
       completed_at = CASE WHEN $3 = 'complete' THEN COALESCE(completed_at, own_ms) END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [trx.tenantId, id, to.status, to.paymentStatus, to.paymentId, numbers.stored],
  );
}

/** The next event number of a session that the transaction has locked. */
export function nextEventNumber(trx: TenantTransaction, id: string): number {
  const numbers = numbersOf(trx, id);
  numbers.used += 1;
  if (numbers.used > numbers.stored) {
    numbers.stored = numbers.used;
    trx.send("UPDATE checkout_sessions SET event_count = $3 WHERE tenant_id = $1 AND id = $2", [
      trx.tenantId,
      id,
      numbers.stored,
    ]);
  }
  return numbers.used;
}

function numbersOf(trx: TenantTransaction, id: string): { used: number; stored: number } {
  return present(eventNumbers.get(trx)?.get(id), "the locked session of an event");
}

/** Sessions whose time is up, of which `findExpired` tells; see DueRows. */
export const expiredSessions = `FROM checkout_sessions s
     WHERE status = 'open' AND clock_id IS NULL AND payment_status = 'unpaid' AND expires_at <= now()
       AND NOT EXISTS (SELECT FROM movement_holds h WHERE (h.tenant_id, h.mode) = (s.tenant_id, s.mode))
     ORDER BY expires_at`;

/**
 * Sessions of all tenants whose time is up and that nobody is paying. It uses now() because the planner can search the index
 * for it; with statement_timestamp(), every round read all open sessions.
 */
export function findExpired(
  trx: Transaction,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(`SELECT tenant_id AS "tenantId", mode, id ${expiredSessions} LIMIT $1`, [limit]);
}

/** The session on a clock that expires first, at or before a time, among those that nobody is paying. */
export function nextExpiryOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<{ id: string; at: Date } | undefined> {
  return trx.one(
    `SELECT id, expires_at AS at FROM checkout_sessions
     WHERE tenant_id = $1 AND clock_id = $2 AND status = 'open' AND payment_status = 'unpaid' AND expires_at <= $3
     ORDER BY expires_at, id LIMIT 1`,
    [trx.tenantId, clockId, until],
  );
}

/** How many sessions on a clock are open. */
export async function countOpenOnClock(trx: TenantTransaction, clockId: string): Promise<number> {
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM checkout_sessions WHERE tenant_id = $1 AND clock_id = $2 AND status = 'open'",
    [trx.tenantId, clockId],
  );
  return row?.count ?? 0;
}

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

/** How many sessions of a payment link are open; counts at most `most`. */
export async function countOpenOfLink(trx: TenantTransaction, linkId: string, most: number): Promise<number> {
  const row = await trx.one<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM checkout_sessions
       WHERE tenant_id = $1 AND payment_link_id = $2 AND status = 'open' LIMIT $3) AS open`,
    [trx.tenantId, linkId, most],
  );
  return row?.count ?? 0;
}

export type SessionFilter = PageRange & {
  readonly status?: SessionStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly clientReferenceId?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly paymentLinkId?: string | undefined;
};

/** Sessions with ids in [from, before), nearest to the cursor first. Only the given filters become conditions. */
export async function listSessions(trx: TenantTransaction, filter: SessionFilter): Promise<Session[]> {
  const values: unknown[] = [trx.tenantId, filter.from, filter.before];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  const equal = (column: string, value: unknown, folded = false): void => {
    if (value === undefined) return;
    const name = `$${values.push(value)}`;
    conditions.push(`${column} = ${folded ? `lower(${name})` : name}`);
  };
  equal("status", filter.status);
  equal("amount", filter.amount);
  equal("currency", filter.currency);
  equal("client_reference_id", filter.clientReferenceId);
  equal("customer_email_folded", filter.customerEmail, true);
  equal("payment_link_id", filter.paymentLinkId);
  values.push(filter.limit);
  const rows = await trx.query<Session>(
    `SELECT ${columns} FROM checkout_sessions WHERE ${conditions.join(" AND ")}
     ORDER BY id ${filter.direction} LIMIT $${values.length}`,
    values,
  );
  return rows.map(complete);
}
