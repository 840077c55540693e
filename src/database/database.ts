import { Pool, type PoolClient, type PoolConfig, types } from "pg";
import { noteDatabaseError } from "./disk-full.ts";
import { type Distribution, readDistribution } from "./distribution.ts";
import {
  type Actor,
  runTenantTransaction,
  runTransaction,
  type TenantScope,
  type TenantTransaction,
  Transaction,
} from "./transaction.ts";

/** Where PostgreSQL is: a node-postgres configuration, from DATABASE_URL or from the embedded server. */
export type ConnectionSettings = Pick<
  PoolConfig,
  "connectionString" | "host" | "port" | "user" | "password" | "database" | "ssl"
> & {
  /** Set where the roles log in themselves; without it, the owner logs in and takes the role on. */
  readonly roleLogin?: RoleLogin;
  readonly actor?: Actor;
};

/** `own`: Kassa's own PostgreSQL, where Kassa gives the roles their password. `given`: the operator did. */
export type RoleLogin = { readonly kind: "own" | "given"; readonly rolePassword: string };

/**
 * The roles of Kassa's connections. Where they can log in, a connection has never been anybody else. Otherwise it logs in
 * as the user of the connection settings, who owns the schema, and takes on the role by a start-up option; see
 * docs/decisions/0030-login-roles.md.
 * - request: serves requests; sees the rows of the tenant and mode that the transaction names, and no others.
 * - control: makes tenants and keys; sees their tables, and the stored answers to people who asked for these.
 * - worker: finds due work across tenants; sees the columns that say what is due and no contents.
 * - lane: may INSERT new checkout sessions and read nothing, not even what it wrote.
 * - sandboxPsp: the simulated PSP's own schema, and nothing of Kassa's.
 * - people: who signs in to the dashboard, and for which tenants they work; the schema `staff`, tenants' names, and the stored answers to people.
 * - eraser: takes a customer out of a tenant's rows on request, and deletes old sandbox data; of live rows it can delete none.
 * - owner: migrations only.
 */
export const databaseRoles = {
  request: "kassa_request",
  control: "kassa_control",
  worker: "kassa_worker",
  lane: "kassa_lane",
  sandboxPsp: "kassa_sandbox_psp",
  people: "kassa_people",
  eraser: "kassa_eraser",
  owner: undefined,
} as const;
export type DatabaseRole = keyof typeof databaseRoles;

type ReadingRole = "worker" | "control" | "sandboxPsp";

export type Database = {
  /** A transaction of one tenant and mode. */
  inTenant<Value>(scope: TenantScope, work: (trx: TenantTransaction) => Promise<Value>): Promise<Value>;
  /** A transaction that looks for due work of all tenants. */
  inWorker<Value>(work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /**
   * Carries out the statements of `read` without BEGIN and COMMIT, each of which PostgreSQL makes a transaction of its own: for what
   * a process asks several times a second. As one of the roles that see rows without a tenant being named.
   */
  readAs<Value>(role: ReadingRole, read: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A transaction on tenants, keys and settings. The actor is named in the audit log, if it isn't the process itself. */
  inControl<Value>(work: (trx: Transaction) => Promise<Value>, actor?: Actor): Promise<Value>;
  /** A transaction of the simulated PSP, in its own schema. */
  inSandboxPsp<Value>(work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A transaction on people, sign-ins and memberships. The actor is named in the audit log. */
  inPeople<Value>(work: (trx: Transaction) => Promise<Value>, actor?: Actor): Promise<Value>;
  /** A transaction of one tenant and mode that may erase what its history says of a customer, and old sandbox data. */
  inErasure<Value>(scope: TenantScope, work: (trx: TenantTransaction) => Promise<Value>): Promise<Value>;
  /** How the database holds the tables of tenants; asked once. */
  distribution(): Promise<Distribution>;
  /** A connection of one's own, for lanes and locks; the caller ends it. */
  readonly settings: ConnectionSettings;
  /** Connections in use, requests waiting for one, and for how long the first of these has been waiting. */
  load(): { used: number; waiting: number; oldestWaitMs: number };
  close(): Promise<void>;
};

// bigint columns hold minor units up to 2^53-1 (a CHECK holds them there), tenant keys and counters: all exact as numbers.
// Sums may be larger and are selected as numeric or text.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is not a safe integer`);
  return value;
});

// Lists of bigint likewise; node-postgres would give texts.
types.setTypeParser(1016 as typeof types.builtins.INT8, (text) => {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map(Number);
});

export type DatabaseOptions = {
  /** Connections of the role `request`; 10 unless given. */
  readonly poolSize?: number;
  /** How long work waits for a connection before it fails; 1500 unless given, and the request is answered 503. */
  readonly acquireTimeoutMs?: number;
  /** Who changes what these connections change, for the audit log. */
  readonly actor?: Actor;
};

/** Opens the pools. Connections are made when first needed. */
export function openDatabase(settings: ConnectionSettings, options: DatabaseOptions = {}): Database {
  const { poolSize = 10, acquireTimeoutMs = 1_500, actor } = options;
  const acting = actor === undefined ? settings : { ...settings, actor };
  const open = (role: DatabaseRole, max: number) => makePool(acting, role, max, acquireTimeoutMs);
  const pools = {
    request: open("request", poolSize),
    worker: open("worker", 3),
    control: open("control", 2),
    sandboxPsp: open("sandboxPsp", 4),
    people: open("people", 3),
    eraser: open("eraser", 1),
  };
  const waits = new Waits();
  const inWorker: Database["inWorker"] = (work) =>
    within(pools.worker, (client) => runTransaction(client, work));
  let distribution: Promise<Distribution> | undefined;
  return {
    settings,
    inTenant: (scope, work) =>
      within(pools.request, (client) => runTenantTransaction(client, scope, work), waits),
    inWorker,
    readAs: (role, read) => within(pools[role], (client) => read(new Transaction(client))),
    distribution: () => {
      distribution ??= inWorker(readDistribution).catch((error: unknown) => {
        distribution = undefined;
        throw error;
      });
      return distribution;
    },
    inControl: (work, actor) => within(pools.control, (client) => runTransaction(client, work, actor)),
    inErasure: (scope, work) => within(pools.eraser, (client) => runTenantTransaction(client, scope, work)),
    inPeople: (work, actor) => within(pools.people, (client) => runTransaction(client, work, actor)),
    inSandboxPsp: (work) => within(pools.sandboxPsp, (client) => runTransaction(client, work)),
    load: () => ({
      used: pools.request.totalCount - pools.request.idleCount,
      waiting: pools.request.waitingCount,
      oldestWaitMs: waits.oldestMs,
    }),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

/**
 * A process that stops in the middle of a transaction (SIGSTOP, a paused machine) keeps its locks; PostgreSQL ends its
 * connection after this time, sooner than the leases on its work end. DATABASE_URL's own options come later and win.
 */
const endStalledTransactions = "-c idle_in_transaction_session_timeout=15000";

/**
 * Who is waited for by a person waits for nobody without end: behind a lock that somebody else forgot, requests would take
 * up one connection after the other until none is left. They are answered 503 instead. DATABASE_URL's options win here,
 * too. Background work has nobody waiting and is tried again anyway; migrations take as long as they take.
 */
const endLongWaits = "-c lock_timeout=5000 -c statement_timeout=10000";
const waitedFor: ReadonlySet<DatabaseRole> = new Set(["request", "control", "people"]);

/**
 * Connection settings that start the connection in the given role. What DATABASE_URL itself says in `options` is kept,
 * and stands before the role: node-postgres would let the address win, and everything would run as the owner.
 */
export function settingsFor(settings: ConnectionSettings, role: DatabaseRole): PoolConfig {
  const roleName = databaseRoles[role];
  const { roleLogin, actor, ...server } = settings;
  const { address, options } = splitOptions(settings.connectionString);
  if (waitedFor.has(role)) options.unshift(endLongWaits);
  if (roleName) options.unshift(endStalledTransactions);
  if (actor) options.push(startWith("app.actor", actor.name), startWith("app.origin", actor.origin));
  if (roleName && !roleLogin) options.push(`-c role=${roleName}`);
  return {
    ...server,
    ...(address === undefined ? {} : { connectionString: address }),
    ...(roleName && roleLogin ? loginAs(roleName, roleLogin, address) : {}),
    application_name: `kassa ${role}`,
    keepAlive: true,
    ...(options.length === 0 ? {} : { options: options.join(" ") }),
  };
}

/** A start-up option; spaces and backslashes within its value are escaped. */
function startWith(name: string, value: string): string {
  return `-c ${name}=${value.replace(/[\\\s]/g, (character) => `\\${character}`)}`;
}

/** In an address, `user` and `password` as parameters win over those before the host, which may have neither. */
function loginAs(user: string, { rolePassword }: RoleLogin, address: string | undefined): PoolConfig {
  if (address === undefined) return { user, password: rolePassword };
  const url = new URL(address);
  url.searchParams.set("user", user);
  url.searchParams.set("password", rolePassword);
  return { connectionString: url.href };
}

/** An address without its `options`, and these. */
function splitOptions(address: string | undefined): { address: string | undefined; options: string[] } {
  const url = address === undefined ? null : URL.parse(address);
  const options = url?.searchParams.getAll("options") ?? [];
  if (!url || options.length === 0) return { address, options };
  url.searchParams.delete("options");
  return { address: url.href, options };
}

/** Connections of a role for a library that keeps them itself. The caller ends the pool. */
export const openRolePool = (settings: ConnectionSettings, role: DatabaseRole, max: number): Pool =>
  makePool(settings, role, max, 5_000);

function makePool(
  settings: ConnectionSettings,
  role: DatabaseRole,
  max: number,
  acquireTimeoutMs: number,
): Pool {
  const pool = new Pool({
    ...settingsFor(settings, role),
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    pipeline: true,
    idleTimeoutMillis: 60_000,
  });
  // A connection that breaks (PostgreSQL restarted) fails the statement that it is asked for, if any, and is thrown away
  // by the pool. It says so by an event too, in use as well as idle; without a listener Node would end.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

/** Since when those who wait for a connection have done so, the first one first: the pool itself doesn't say. */
class Waits {
  readonly #begun = new Set<{ readonly atMs: number }>();

  get oldestMs(): number {
    for (const { atMs } of this.#begun) return performance.now() - atMs;
    return 0;
  }

  async during<Value>(wait: Promise<Value>): Promise<Value> {
    const begun = { atMs: performance.now() };
    this.#begun.add(begun);
    try {
      return await wait;
    } finally {
      this.#begun.delete(begun);
    }
  }
}

async function within<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Value>,
  waits = new Waits(),
): Promise<Value> {
  const client = await waits.during(pool.connect());
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    noteDatabaseError(error);
    broken = brokenConnection(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * The error, when it says that the connection is gone or of no more use; the pool then throws the connection away. 0A000
 * is "cached plan must not change result type": a newer Kassa's migration changed a column that a prepared statement reads.
 * 25006 is said by a standby: after a failover, another server may be the primary.
 */
function brokenConnection(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  const connectionLost =
    /^(08|57P|0A000|25006|ECONN|EPIPE)/.test(code) || /terminated|Connection/.test(error.message);
  return connectionLost ? error : undefined;
}
