import { spawnSync } from "node:child_process";
import { ensureProgram, type ProgramName, testPrograms } from "../support/test-program.ts";

/** Which files use which programs. Those that are missing are installed before the tests begin: an installation changes the fonts, too. */
const users: readonly (readonly [ProgramName, RegExp])[] = [
  ["chromium", /^test\/(?:browser|dashboard|example|docs)\//],
  ["firefox", /firefox/],
  ["w3m", /text-browser/],
  ["promtool", /^src\/operations\//],
];

/** Finds or installs what the test files need besides Node, and says which browser they use. */
export async function preparePrograms(files: readonly string[]): Promise<void> {
  for (const [name, pattern] of users) {
    if (!files.some((file) => pattern.test(file))) continue;
    const { title, versionOption } = testPrograms[name];
    try {
      const { executablePath, env } = await ensureProgram(name);
      if (name !== "chromium") continue;
      const version = spawnSync(executablePath, [versionOption], {
        env: { ...process.env, ...env },
        encoding: "utf8",
      });
      console.log(`Browser: ${executablePath}, ${version.stdout.trim()}`);
    } catch (error) {
      // The tests that need it fail, and say so.
      console.error(error instanceof Error ? error.message : `${title} is missing: ${error}`);
    }
  }
}
