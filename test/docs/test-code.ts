import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type Language, languages, missingLanguage } from "../support/languages.ts";
import { type Psps, startPsps } from "./psps.ts";
import { type Block, readPage, type Step, stepsWithTab, tabsOf } from "./read-page.ts";
import { runnable, runPage } from "./run-page.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The README and all pages of docs/ but the decisions, from the project's root. */
export const pages: readonly string[] = ["README.md", ...globSync("docs/**/*.md", { cwd: root })]
  .filter((page) => !page.startsWith("docs/decisions/"))
  .sort();

const stepsOf = (page: string): Step[] => readPage(readFileSync(path.join(root, page), "utf8"));
export const blocksOf = (page: string): Block[] => stepsOf(page).filter((step) => step.kind === "block");

export function isRun({ language, excerpt }: Block): boolean {
  return excerpt === undefined && language in runnable;
}

/** Commands act on the whole installation, so a page with commands has one of its own, with one tenant. */
const hasCommands = (steps: readonly Step[]): boolean =>
  steps.some((step) => step.kind === "block" && isRun(step) && step.text.includes("kassa -- "));

/**
 * Folders of docs/ whose pages' blocks a test file of the folder's name runs, so that several processes share the work. All other pages,
 * also those of a folder that is new, are run by code-blocks.test.ts.
 */
export const foldersWithTestFile = ["explanation", "how-to", "operate", "reference"] as const;

/** The folder of a page within docs/, if it has a test file of its own. */
export const testFolderOf = (page: string): string | undefined =>
  foldersWithTestFile.find((folder) => page.startsWith(`docs/${folder}/`));

/** Tests that the code of the pages runs, each page in its order and from a clean start, once for each tab. */
export function testCodeOf(isIncluded: (page: string) => boolean): void {
  let psps: Psps;
  let shared: TestApp;
  const start = (): Promise<TestApp> => startTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on", ...psps.env });
  before(async () => {
    psps = await startPsps();
    shared = await start();
  });
  after(async () => {
    await shared?.close();
    await psps?.close();
  });

  const run = async (steps: readonly Step[]): Promise<void> => {
    if (!hasCommands(steps))
      return runPage({ kassa: shared, tenant: await shared.makeTenant(), psps }, steps);
    const kassa = await start();
    try {
      await runPage({ kassa, tenant: kassa.tenant, psps }, steps);
    } finally {
      await kassa.close();
    }
  };

  for (const page of pages.filter((page) => isIncluded(page) && blocksOf(page).some(isRun))) {
    const steps = stepsOf(page);
    const tabs = tabsOf(steps);
    for (const tab of tabs.length === 0 ? [undefined] : tabs) {
      test(`the code of ${page} runs${tab === undefined ? "" : `, read in ${tab}`}`, async (t) => {
        const missing = tab !== undefined && tab in languages ? missingLanguage(tab as Language) : undefined;
        if (missing !== undefined) return t.diagnostic(missing);
        await run(stepsWithTab(steps, tab));
      });
    }
  }
}
