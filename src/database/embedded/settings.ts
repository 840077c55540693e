import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { Paths } from "./paths.ts";
import type { Launcher } from "./run-as.ts";
import { SOCKET_PORT } from "./socket-dir.ts";

/** How PostgreSQL is run: its arguments, and a name that changes with any of them. */
export type Settings = {
  args: string[];
  /** Given to PostgreSQL as cluster_name, so that an adopted one tells whether it runs with these very settings. */
  fingerprint: string;
};

/** The settings of a database whose socket lies in `socketDir`. @param others for archiving or replaying its log */
export async function settingsFor(
  paths: Paths,
  binaries: Binaries,
  launcher: Launcher,
  socketDir: string,
  others: Readonly<Record<string, string>>,
): Promise<Settings> {
  const values: Record<string, string> = {
    // The socket is the only way in, its folder is closed to others, and it asks for the password all the same.
    listen_addresses: "",
    port: String(SOCKET_PORT),
    unix_socket_directories: quoteListItem(socketDir),
    unix_socket_permissions: "0700",
    max_connections: "100",
    // What was acknowledged survives a power cut.
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    shared_buffers: "256MB",
    // Rare checkpoints: each makes the next change of every page write that whole page to the log again.
    max_wal_size: "4GB",
    checkpoint_timeout: "15min",
    // Filling each new file of the log with zeros first holds up every commit for 60 ms; see docs/contributing/performance.md.
    wal_init_zero: "off",
    wal_compression: (await supportsLz4(paths, binaries, launcher)) ? "lz4" : "pglz",
    // A young table that has grown is counted within seconds. Until then PostgreSQL takes it for empty, where any index is
    // as good as another, and reads all of a tenant's rows through the wrong one.
    autovacuum_naptime: "5s",
    // Every query of Kassa's is short, and compiling one costs more than it saves.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // DETAIL lines quote whole rows ("Failing row contains …"), and a log must hold no customer's data.
    log_error_verbosity: "terse",
    log_line_prefix: "%m [%p] ",
    ...others,
  };
  const text = JSON.stringify([binaries.root, binaries.version, values]);
  const fingerprint = `kassa-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
  const flags = Object.entries({ ...values, cluster_name: fingerprint });
  return {
    args: ["-D", paths.cluster, ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    fingerprint,
  };
}

/** PostgreSQL reads the folders as a comma-separated list whose items may be quoted like identifiers. */
function quoteListItem(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Only a build with lz4 accepts the value (10 ms to ask). The one that npm ships today has none. */
async function supportsLz4(paths: Paths, binaries: Binaries, launcher: Launcher): Promise<boolean> {
  const asked = ["-C", "wal_compression", "-D", paths.cluster, "-c", "wal_compression=lz4"];
  const { file, args, options } = launcher(binaries.postgres, asked);
  return promisify(execFile)(file, args, options).then(
    () => true,
    () => false,
  );
}
