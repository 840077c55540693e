import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

/** Debian's PostgreSQL 15, the one that Citus is built for. */
export const bin = "/usr/lib/postgresql/15/bin";

/** A PostgreSQL with Citus in it, on loopback. */
export type Node = { readonly name: string; readonly port: number; readonly folder: string };

/** As Citus wants it, and as quick as Kassa's own: what isn't a default. */
const settings = {
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_prepared_transactions: "100",
  max_connections: "300",
  // Plain TCP between the nodes: everything is on this machine.
  "citus.node_conninfo": "sslmode=disable",
  listen_addresses: "127.0.0.1",
  shared_buffers: "256MB",
};

// PostgreSQL refuses to be run by root; Debian's package brings the user for it.
const isRoot = process.getuid?.() === 0;
const asPostgres = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : [];

/** Makes the node's files unless it has some, and starts it. It goes on when this process ends. */
export async function startNode(node: Node): Promise<void> {
  const { folder, port } = node;
  if (!existsSync(path.join(folder, "PG_VERSION"))) initialise(folder);
  if (processOf(node) !== undefined) return;
  const log = openSync(logOf(node), "a");
  const all = { ...settings, port: String(port), unix_socket_directories: "" };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command = "", ...args] = [...asPostgres, `${bin}/postgres`, "-D", folder, ...options];
  const child = spawn(command, args, { cwd: "/", stdio: ["ignore", log, log], detached: true });
  child.unref();
  closeSync(log);
  await untilItAnswers(node);
}

function initialise(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) execFileSync("chown", ["postgres:postgres", folder]);
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  const [initdb = "", ...args] = [...asPostgres, `${bin}/initdb`, `--pgdata=${folder}`, ...options];
  execFileSync(initdb, args, { cwd: "/", stdio: "pipe" });
}

async function untilItAnswers(node: Node): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(100)) {
    const client = new Client({ connectionString: urlOf(node, "postgres") });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      // It is still starting.
    }
  }
  throw new Error(`${node.name} doesn't answer: see ${logOf(node)}`);
}

/** Ends it as for a restart; all its connections are closed. */
export async function stopNode(node: Node): Promise<void> {
  const running = processOf(node);
  if (running === undefined) return;
  process.kill(running, "SIGINT");
  while (processOf(node) !== undefined) await sleep(50);
}

/** Ends it as a power cut would, but for its files: nothing is written any more, and it has to recover when it starts. */
export async function crashNode(node: Node): Promise<void> {
  const running = processOf(node);
  if (running === undefined) return;
  process.kill(running, "SIGQUIT");
  while (processOf(node) !== undefined) await sleep(20);
}

/** What PostgreSQL says of itself. */
export const logOf = ({ folder, name }: Node): string => path.join(path.dirname(folder), `${name}.log`);

/** The process that the node's own lock file names; undefined when none runs. */
function processOf({ folder }: Node): number | undefined {
  try {
    const id = Number.parseInt(readFileSync(path.join(folder, "postmaster.pid"), "utf8"), 10);
    process.kill(id, 0);
    return id;
  } catch {
    return undefined;
  }
}

export const urlOf = ({ port }: Node, database: string): string =>
  `postgresql://postgres@127.0.0.1:${port}/${database}`;
