import { Pool, type PoolConfig, types } from "pg";
import { runTransaction, type Scope, scopeSettings, type Transaction } from "./transaction.ts";

/** Where PostgreSQL is: a node-postgres configuration, from DATABASE_URL or from the embedded server. */
export type ConnectionSettings = Pick<
  PoolConfig,
  "connectionString" | "host" | "port" | "user" | "password" | "database" | "ssl"
>;

/**
 * The roles that Kassa's connections take on. All of them log in as the user of the connection settings, who owns the
 * schema, and give that power away as the connection's first act; see docs/decisions.
 * - request: serves requests; sees the rows of the tenant and mode that the transaction names, and no others.
 * - control: makes tenants and keys; sees their tables only.
 * - worker: finds due work across tenants; sees the columns that say what is due and no contents.
 * - lane: may INSERT new checkout sessions and read nothing, not even what it wrote.
 * - sandboxPsp: the simulated PSP's own schema, and nothing of Kassa's.
 * - owner: migrations only.
 */
export const databaseRoles = {
  request: "kassa_request",
  control: "kassa_control",
  worker: "kassa_worker",
  lane: "kassa_lane",
  sandboxPsp: "kassa_sandbox_psp",
  owner: undefined,
} as const;
export type DatabaseRole = keyof typeof databaseRoles;

export type Database = {
  /** A transaction of one tenant and mode. */
  inScope<Value>(scope: Scope, work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A transaction that looks for due work of all tenants. */
  inWorker<Value>(work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A transaction on tenants, keys and settings. */
  inControl<Value>(work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A transaction of the simulated PSP, in its own schema. */
  inSandboxPsp<Value>(work: (trx: Transaction) => Promise<Value>): Promise<Value>;
  /** A connection of one's own, for lanes and locks; the caller ends it. */
  readonly settings: ConnectionSettings;
  /** Connections in use and requests waiting for one. */
  load(): { used: number; waiting: number };
  close(): Promise<void>;
};

// bigint columns hold minor units up to 2^53-1 (a CHECK holds them there), tenant keys and counters: all exact as numbers.
// Sums may be larger and are selected as numeric or text.
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is not a safe integer`);
  return value;
});

/** How long a request waits for a connection before it is answered 503. */
const acquireTimeoutMs = 1_500;

/** Opens the pools. Connections are made when first needed. */
export function openDatabase(settings: ConnectionSettings, options: { poolSize?: number } = {}): Database {
  const size = options.poolSize ?? 10;
  const pools = {
    request: makePool(settings, "request", size),
    worker: makePool(settings, "worker", 3),
    control: makePool(settings, "control", 2),
    sandboxPsp: makePool(settings, "sandboxPsp", 4),
  };
  return {
    settings,
    inScope: (scope, work) => within(pools.request, scopeSettings(scope), work),
    inWorker: (work) => within(pools.worker, "", work),
    inControl: (work) => within(pools.control, "", work),
    inSandboxPsp: (work) => within(pools.sandboxPsp, "", work),
    load: () => ({
      used: pools.request.totalCount - pools.request.idleCount,
      waiting: pools.request.waitingCount,
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
const waitedFor: ReadonlySet<DatabaseRole> = new Set(["request", "control"]);

/**
 * Connection settings that start the connection in the given role. What DATABASE_URL itself says in `options` is kept,
 * and stands before the role: node-postgres would let the address win, and everything would run as the owner.
 */
export function settingsFor(settings: ConnectionSettings, role: DatabaseRole): PoolConfig {
  const roleName = databaseRoles[role];
  const { address, options } = splitOptions(settings.connectionString);
  if (waitedFor.has(role)) options.unshift(endLongWaits);
  if (roleName) options.unshift(endStalledTransactions);
  if (roleName) options.push(`-c role=${roleName}`);
  return {
    ...settings,
    ...(address === undefined ? {} : { connectionString: address }),
    application_name: `kassa ${role}`,
    keepAlive: true,
    ...(options.length === 0 ? {} : { options: options.join(" ") }),
  };
}

/** An address without its `options`, and these. */
function splitOptions(address: string | undefined): { address: string | undefined; options: string[] } {
  const url = address === undefined ? null : URL.parse(address);
  const options = url?.searchParams.getAll("options") ?? [];
  if (!url || options.length === 0) return { address, options };
  url.searchParams.delete("options");
  return { address: url.href, options };
}

function makePool(settings: ConnectionSettings, role: DatabaseRole, max: number): Pool {
  const pool = new Pool({
    ...settingsFor(settings, role),
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 60_000,
  });
  // A connection that breaks (PostgreSQL restarted) fails the statement that it is asked for, if any, and is thrown away
  // by the pool. It says so by an event too, in use as well as idle; without a listener Node would end.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

async function within<Value>(
  pool: Pool,
  settings: string,
  work: (trx: Transaction) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await runTransaction(client, settings, work);
  } catch (error) {
    broken = brokenConnection(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * The error, when it says that the connection is gone or of no more use; the pool then throws the connection away. 0A000
 * is "cached plan must not change result type": a newer Kassa's migration changed a column that a prepared statement reads.
 */
function brokenConnection(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  const connectionLost =
    /^(08|57P|0A000|ECONN|EPIPE)/.test(code) || /terminated|Connection/.test(error.message);
  return connectionLost ? error : undefined;
}
