import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The files that differ from a commit, from the root: in later commits, uncommitted, and untracked ones. A renamed file counts with both
 * names.
 *
 * @throws if there is no such commit
 */
export function filesChangedSince(commit: string): string[] {
  const changed = git("diff", "--name-only", "--no-renames", "-z", "--end-of-options", commit, "--");
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set([...changed, ...untracked])].filter((name) => name !== "").sort();
}

export const isCommit = (name: string): boolean =>
  spawnSync("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`], {
    cwd: root,
  }).status === 0;

const git = (...args: string[]): string[] =>
  execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 25,
    stdio: ["ignore", "pipe", "inherit"],
  }).split("\0");
