import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { Client } from "pg";
import { makeScratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** A PostgreSQL cluster for one test: one socket, no port, no passwords. */
export type PostgresCluster = {
  /** The folder of the socket: PGHOST. */
  readonly host: string;
  urlOf(user: string, database: string): string;
  close(): Promise<void>;
};

/** The server programs that match the `pg_dump` in PATH, or why there are none. */
export function findServerPrograms(): { readonly bin: string } | { readonly missing: string } {
  const major = pgDumpMajor();
  if (major === undefined) return { missing: "pg_dump isn't installed" };
  const debianBin = `/usr/lib/postgresql/${major}/bin`;
  const beside = (process.env.PATH ?? "")
    .split(path.delimiter)
    .find((bin) => existsSync(path.join(bin, "pg_dump")));
  const bin = [beside ?? debianBin, debianBin].find((one) => existsSync(path.join(one, "postgres")));
  return bin === undefined ? { missing: `there is no PostgreSQL ${major} in ${debianBin}` } : { bin };
}

/** The major version of `pg_dump` in PATH. */
export function pgDumpMajor(): number | undefined {
  try {
    const version = execFileSync("pg_dump", ["--version"], { encoding: "utf8" });
    return Number(/ (\d+)/.exec(version)?.[1]);
  } catch {
    return undefined;
  }
}

/** Creates and starts a cluster whose superuser is `postgres`. */
export async function startCluster(bin: string): Promise<PostgresCluster> {
  const folder = makeScratchFolder("kassa-pg-");
  chmodSync(folder, 0o711);
  const host = path.join(folder, "pg");
  mkdirSync(host);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["postgres:postgres", host]);
  // PostgreSQL refuses to run as root; Debian's package creates the user for it.
  const as = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  const data = path.join(host, "data");
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const [initdb = "", ...initArgs] = [...as, `${bin}/initdb`, `--pgdata=${data}`, ...options];
  execFileSync(initdb, initArgs, { cwd: "/", stdio: "pipe" });
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${host}`];
  const [postgres = "", ...args] = [...as, `${bin}/postgres`, "-D", data, "-c", "port=5432", ...settings];
  const child = spawn(postgres, args, { cwd: "/", stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const urlOf = (user: string, database: string): string =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const close = async (): Promise<void> => {
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(() => answers(urlOf("postgres", "postgres")), "PostgreSQL answers", 60_000);
  } catch (error) {
    await close();
    throw error;
  }
  return { host, urlOf, close };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
