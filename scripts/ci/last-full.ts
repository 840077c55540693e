/** The commit at which the whole run last passed, and the parts that the machine could not run. */
export type LastFull = { readonly commit: string; readonly notRun: readonly string[] };

/** Reads .ci/last-full: a line with the commit, and one "not run: nginx citus". Undefined if it says nothing that can be used. */
export function readLastFull(text: string): LastFull | undefined {
  const commit = /^[0-9a-f]{40}$/m.exec(text)?.[0];
  const notRun = /^not run:(.*)$/m.exec(text)?.[1]?.trim().split(/\s+/);
  return commit === undefined ? undefined : { commit, notRun: notRun ?? [] };
}
