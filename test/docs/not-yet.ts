/** Pages whose code `code-blocks.test.ts` doesn't run, and why. Every other page is run. */
export const notYet: Readonly<Record<string, string>> = {
  "docs/contributing/performance.md": "takes minutes, and measures",
  "docs/contributing/reliability.md": "takes minutes; CI runs the prover",
  "docs/operate/backup.md":
    "needs a PostgreSQL of its own, which it stops and restores; test/start/backup.test.ts and embedded-backup.test.ts run the commands",
  "docs/reference/sdk.md":
    "fragments of frameworks that aren't installed; test/sdk runs those that can be run",
};
