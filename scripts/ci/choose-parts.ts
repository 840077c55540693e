/**
 * Says which parts of `.ci/run` are called for, one a line: the part, "run" or "skip", and why. They are compared with the commit
 * at which the whole run last passed, which is in .ci/last-full, or with that of KASSA_CI_BASE. In doubt, every part runs.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { filesChangedSince } from "../../test/runner/changed-files.ts";
import { readLastFull } from "./last-full.ts";
import { chooseParts, type PartName, partNames } from "./parts.ts";

const root = path.resolve(import.meta.dirname, "../..");
const lastFull = readLastFull(read(".ci/last-full"));
const wanted = process.env.KASSA_CI_BASE || lastFull?.commit;
const base = wanted === undefined ? undefined : findAncestor(wanted);

for (const part of partNames) console.log(`${part} ${decide(part)}`);

function decide(part: PartName): string {
  if (process.env.KASSA_CI === "full") return "run KASSA_CI is full";
  if (wanted === undefined) return "run no commit is noted in .ci/last-full";
  if (base === undefined) return `run ${wanted} is no earlier commit of this one`;
  if (base === lastFull?.commit && lastFull.notRun.includes(part))
    return "run the last whole run could not try it";
  const file = chooseParts(filesChangedSince(base)).get(part);
  const since = `since ${base.slice(0, 8)}`;
  return file === undefined
    ? `skip nothing that calls for it has changed ${since}`
    : `run ${file} has changed ${since}`;
}

/** The hash of a commit that HEAD descends from. */
function findAncestor(commit: string): string | undefined {
  const { status, stdout } = git(
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${commit}^{commit}`,
  );
  const hash = stdout.trim();
  return status === 0 && git("merge-base", "--is-ancestor", hash, "HEAD").status === 0 ? hash : undefined;
}

function git(...args: string[]): { status: number | null; stdout: string } {
  return spawnSync("git", args, { cwd: root, encoding: "utf8" });
}

function read(file: string): string {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return "";
  }
}
