import { filesChangedSince, isCommit } from "./changed-files.ts";
import { chooseTests } from "./changed-tests.ts";
import { readImportGraph } from "./import-graph.ts";

/** Of these test files those that depend on what has changed since a commit, and a line that says why. Undefined if there is no such commit. */
export async function chooseTestsSince(
  commit: string,
  tests: readonly string[],
): Promise<{ tests: readonly string[]; why: string } | undefined> {
  if (!isCommit(commit)) return undefined;
  const changed = filesChangedSince(commit);
  if (changed.length === 0) return { tests: [], why: `Nothing has changed since ${commit}.` };
  const chosen = chooseTests(changed, await readImportGraph(changed), tests);
  return { tests: chosen.tests, why: describe(chosen, tests.length, commit, changed) };
}

function describe(
  chosen: { readonly tests: readonly string[]; readonly reason?: string },
  of: number,
  commit: string,
  changed: readonly string[],
): string {
  if (chosen.reason !== undefined) return `All ${of} test files run: ${chosen.reason}.`;
  const named = changed.slice(0, 3).join(", ");
  const others = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  return `${chosen.tests.length || "None"} of ${of} test files depend on what has changed since ${commit}: ${named}${others}.`;
}
