/**
 * A distributed PostgreSQL to try Kassa on: Citus 13.2.2 in Debian's PostgreSQL 15, a coordinator and two workers on loopback.
 *
 *     node scripts/citus/run.ts build ~/citus     from a folder with the source of its tag v13.2.2; once, as root
 *     node scripts/citus/run.ts start             prints the coordinator's address
 *     node scripts/citus/run.ts stop
 *     node scripts/citus/run.ts remove            stops, and removes their files
 *
 * `--folder` says where their files are, `--port` the coordinator's port; the workers have the two after it.
 */
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { buildCitus } from "./build.ts";
import { clusterIn, removeCitus, startCitus, stopCitus } from "./cluster.ts";

const { values, positionals } = parseArgs({
  options: {
    folder: { type: "string", default: path.join(tmpdir(), "kassa-citus") },
    port: { type: "string", default: "19700" },
  },
  allowPositionals: true,
});
const [command, source] = positionals;
const cluster = clusterIn(path.resolve(values.folder), Number(values.port));
try {
  await carryOut();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function carryOut(): Promise<void> {
  switch (command) {
    case "build":
      if (source === undefined) throw new Error("Name the folder with Citus' source: build ~/citus");
      return buildCitus(path.resolve(source));
    case "start":
      await startCitus(cluster);
      return console.log(cluster.url);
    case "stop":
      return await stopCitus(cluster);
    case "remove":
      return await removeCitus(cluster);
    default:
      throw new Error("Say what to do: build SOURCE, start, stop or remove.");
  }
}
