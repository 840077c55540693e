import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { bin } from "./postgres.ts";

/** What Debian's packages have to bring. */
const packages =
  "postgresql-15 postgresql-server-dev-15 make gcc libicu-dev liblz4-dev libzstd-dev libxml2-dev libkrb5-dev flex bison";

/**
 * Builds Citus from a folder with the source of its tag v13.2.2 and installs it into Debian's PostgreSQL 15. The source stays as it
 * is: what has to change to compile is changed in a copy. Citus is under the AGPL, so nothing of it is kept here.
 *
 * @throws with what to install, or what the compiler said
 */
export function buildCitus(source: string): void {
  if (!existsSync(path.join(source, "src/backend/distributed")))
    throw new Error(`${source} is no source of Citus. Get the tag v13.2.2 of github.com/citusdata/citus.`);
  if (!existsSync(path.join(bin, "pg_config")) || spawnSync("flex", ["--version"]).error)
    throw new Error(`Citus is built against Debian's PostgreSQL 15: apt-get install -y ${packages}`);
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-citus-build-"));
  try {
    cpSync(source, folder, { recursive: true });
    adaptToDebians(folder);
    // As new as its source, or make would have it made again by tools that nobody else needs.
    const now = new Date();
    utimesSync(path.join(folder, "configure"), now, now);
    step(folder, "./configure", ["--without-libcurl", "--quiet", `PG_CONFIG=${path.join(bin, "pg_config")}`]);
    step(folder, "make", ["--silent", `--jobs=${cpus().length}`, "install"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian's PostgreSQL 15.20 has a function of its own that Citus brings for PostgreSQL 15. */
function adaptToDebians(folder: string): void {
  const file = path.join(folder, "src/include/pg_version_compat.h");
  const own = /static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/;
  writeFileSync(file, readFileSync(file, "utf8").replace(own, ""));
  const ddl = path.join(folder, "src/backend/distributed/commands/serialize_distributed_ddls.c");
  const text = readFileSync(ddl, "utf8");
  if (text.includes('"commands/dbcommands.h"')) return;
  writeFileSync(
    ddl,
    text.replace('#include "postgres.h"\n', '#include "postgres.h"\n#include "commands/dbcommands.h"\n'),
  );
}

function step(folder: string, command: string, args: readonly string[]): void {
  console.log(`── ${command} ${args.join(" ")}`);
  execFileSync(command, args, { cwd: folder, stdio: "inherit" });
}
