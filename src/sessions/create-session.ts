import { hash } from "node:crypto";
import { readClock } from "../database/clock-time.ts";
import type { ConnectionSettings, Database } from "../database/database.ts";
import { Lane, type LaneLimits, type LaneOutcome } from "../database/lane.ts";
import { TenantShards } from "../database/tenant-shards.ts";
import type { ClockTime, TenantScope } from "../database/transaction.ts";
import type { AmountLimits } from "../kernel/amount-limits.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Clock } from "../kernel/clock.ts";
import { makeId, parseId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { pageUrl } from "./api-session.ts";
import { type CheckedUrls, checkSessionRequest, defaultLifeMs } from "./check-session-request.ts";
import { extensionMs } from "./extend-session.ts";
import { insertSessions, insertSessionsOnCitus, type NewSessionRow, sessionLine } from "./queries/insert.ts";
import { findByIdempotencyKey } from "./queries/sessions.ts";
import type { CreateSessionBody } from "./schemas.ts";
import { type Session, type SessionDetails, sessionDefaults } from "./session.ts";

export type SessionLane = { put(row: NewSessionRow): Promise<LaneOutcome> };

/** The lane that writes new sessions: those of one turn of the event loop share a statement and a commit. */
export function makeSessionLane(
  settings: ConnectionSettings,
  database: Database,
  limits?: LaneLimits,
): Lane<NewSessionRow> {
  return new Lane<NewSessionRow>(settings, insertSessions, limits, async () => {
    if ((await database.distribution()) === "none") return undefined;
    const shards = new TenantShards(database);
    return {
      connections: 4,
      statement: insertSessionsOnCitus,
      groupOf: ({ session }) => shards.of(session.tenantId),
    };
  });
}

export type CreateSessionDeps = {
  readonly database: Database;
  readonly lane: SessionLane;
  readonly clock: Clock;
  readonly publicUrl: URL;
  readonly checkAccount: NamedAccountCheck;
};

/**
 * What is wrong with the connector account that a request names, if anything; otherwise the account can't be deleted from then on. Passed
 * in, because this room knows no PSPs.
 */
export type NamedAccountCheck = (
  scope: TenantScope,
  wanted: { readonly connectorAccount: string; readonly purchase: WantedPurchase },
) => Promise<Problem | undefined>;

export type WantedPurchase = Pick<Session, "amount" | "currency"> &
  Pick<SessionDetails, "captureMethod" | "paymentMethods">;

export type CreateSessionCommand = {
  readonly scope: TenantScope;
  readonly allowedHosts: readonly string[];
  readonly amountLimits: AmountLimits;
  readonly body: CreateSessionBody;
  readonly rawJson: string;
  readonly idempotencyKey: string | undefined;
};

export type CreatedSession = { readonly session: Session; readonly replayed: boolean };

/**
 * Creates a checkout session: one row, in one statement and one commit that it shares with the other requests of the same
 * turn of the event loop. There is no other round trip. The row is also the record of its idempotency key: if the key
 * already exists, the response is the session that has it, provided that the same request created that session. Only a
 * clock and a connector account that the request names are looked up first.
 */
export async function createSession(
  deps: CreateSessionDeps,
  command: CreateSessionCommand,
): Promise<Result<CreatedSession, Problem>> {
  const realMs = Math.floor(deps.clock.nowMs());
  const clock = typeof command.body.clock !== "string" ? undefined : await findClock(deps.database, command);
  const nowMs = clock?.now.getTime() ?? realMs;
  const checked = checkSessionRequest(command.body, {
    mode: command.scope.mode,
    allowedHosts: command.allowedHosts,
    amountLimits: command.amountLimits,
    rawJson: command.rawJson,
    nowMs,
    clockFound: clock !== undefined,
    ownPage: pageUrl(deps.publicUrl, "{CHECKOUT_SESSION_ID}"),
  });
  if (!checked.ok) return (await findRepeated(deps.database, command)) ?? checked;
  const row = makeRow(command, checked.value, { realMs, nowMs });
  const fault = await accountFault(deps, command.scope, row.session);
  if (fault) return (await findRepeated(deps.database, command)) ?? failed(fault);
  const outcome = await deps.lane.put(row);
  if (outcome === "inserted" || row.idempotencyKey === null)
    return success({ session: row.session, replayed: false });
  return findExisting(deps.database, command.scope, row, row.idempotencyKey);
}

async function accountFault(
  { checkAccount }: CreateSessionDeps,
  scope: TenantScope,
  { amount, currency, details }: Session,
): Promise<Problem | undefined> {
  const { connectorAccount, captureMethod, paymentMethods } = details;
  if (connectorAccount === null) return undefined;
  return checkAccount(scope, {
    connectorAccount,
    purchase: { amount, currency, captureMethod, paymentMethods },
  });
}

/** The clock named in the request; undefined if it doesn't exist in the caller's sandbox. */
async function findClock(
  database: Database,
  { scope, body }: CreateSessionCommand,
): Promise<ClockTime | undefined> {
  const id = body.clock ?? "";
  const parsed = parseId(id, "clk");
  if (parsed?.tenantId !== scope.tenantId || parsed.mode !== scope.mode) return undefined;
  const clock = await database.inTenant(scope, (trx) => readClock(trx, id));
  return clock?.deleted === false ? clock : undefined;
}

async function findExisting(
  database: Database,
  scope: TenantScope,
  row: NewSessionRow & { fingerprint: string | null },
  idempotencyKey: string,
): Promise<Result<CreatedSession, Problem>> {
  const existing = await database.inTenant(scope, (trx) => findByIdempotencyKey(trx, idempotencyKey));
  if (!existing) throw new Error("the session was not inserted, and no session has its idempotency key");
  if (existing.id === row.session.id) return success({ session: row.session, replayed: false });
  if (`\\x${existing.fingerprint.toString("hex")}` !== row.fingerprint) {
    return failed(
      problem(
        "idempotency_key_reused",
        "This key was used to create a session with another body. Use a new key for a new request.",
        "Idempotency-Key",
      ),
    );
  }
  return success({ session: asCreated(existing), replayed: true });
}

/**
 * A repeat of a successful request gets the first response even if the request has become invalid since then: its expiresAt
 * may be too close now.
 */
async function findRepeated(
  database: Database,
  { scope, body, idempotencyKey }: CreateSessionCommand,
): Promise<Result<CreatedSession, Problem> | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const existing = await database.inTenant(scope, (trx) => findByIdempotencyKey(trx, idempotencyKey));
  if (!existing || `\\x${existing.fingerprint.toString("hex")}` !== fingerprintOf(body)) return undefined;
  return success({ session: asCreated(existing), replayed: true });
}

/** The session as it was when it was created, which is the response to repeats. */
function asCreated(session: Session): Session {
  const { customerEmail, collected, expiresAt, extensions } = session;
  return {
    ...session,
    status: "open",
    paymentStatus: "unpaid",
    paymentId: null,
    completedAt: null,
    // The page asks for an address only if the request has none.
    customerEmail: typeof collected?.email === "string" ? null : customerEmail,
    collected: null,
    chosen: null,
    expiresAt: new Date(expiresAt.getTime() - extensions * extensionMs),
    extensions: 0,
  };
}

/** Now, in real time, which is part of the id, and by the session's clock, for `createdAt` and `expiresAt`. */
type Times = { readonly realMs: number; readonly nowMs: number };

function makeRow(
  { scope, body, idempotencyKey: givenKey }: CreateSessionCommand,
  urls: CheckedUrls,
  { realMs, nowMs }: Times,
): NewSessionRow & { fingerprint: string | null } {
  const session: Session = {
    tenantId: scope.tenantId,
    id: makeId("cs", scope.mode, scope.tenantId, realMs),
    mode: scope.mode,
    status: "open",
    paymentStatus: "unpaid",
    amount: body.amount,
    currency: body.currency.toUpperCase(),
    details: detailsOf(body, urls),
    metadata: body.metadata ?? null,
    clientReferenceId: body.clientReferenceId ?? null,
    customerEmail: body.customerEmail ?? null,
    collected: null,
    chosen: null,
    paymentId: null,
    clockId: body.clock ?? null,
    paymentLinkId: null,
    createdAt: new Date(nowMs),
    expiresAt: new Date(body.expiresAt ?? nowMs + defaultLifeMs),
    extensions: 0,
    completedAt: null,
  };
  const idempotencyKey = givenKey ?? null;
  const fingerprint = idempotencyKey === null ? null : fingerprintOf(body);
  return { session, line: sessionLine(session, idempotencyKey, fingerprint), idempotencyKey, fingerprint };
}

function detailsOf(body: CreateSessionBody, { successUrl, cancelUrl }: CheckedUrls): SessionDetails {
  return {
    successUrl,
    cancelUrl,
    lineItems: body.lineItems ?? sessionDefaults.lineItems,
    adjustments: body.adjustments ?? sessionDefaults.adjustments,
    description: body.description ?? sessionDefaults.description,
    statementDescriptor: body.statementDescriptor ?? sessionDefaults.statementDescriptor,
    locale: body.locale ?? sessionDefaults.locale,
    captureMethod: body.captureMethod ?? sessionDefaults.captureMethod,
    paymentMethods: body.paymentMethods ?? sessionDefaults.paymentMethods,
    connectorAccount: body.connectorAccount ?? sessionDefaults.connectorAccount,
    collect: body.collect ?? sessionDefaults.collect,
    promotionCodes: body.promotionCodes ?? sessionDefaults.promotionCodes,
    tips: body.tips ?? sessionDefaults.tips,
  };
}

/** Equal for bodies that differ only in whitespace and the order of fields. */
function fingerprintOf(body: CreateSessionBody): string {
  return `\\x${hash("sha256", canonicalJson(body), "hex")}`;
}
