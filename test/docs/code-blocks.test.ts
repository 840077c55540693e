import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type Language, languages, missingLanguage } from "../support/languages.ts";
import { type Psps, startPsps } from "./psps.ts";
import { type Block, readPage, type Step, stepsWithTab, tabsOf } from "./read-page.ts";
import { isShownOutput, runnable, runPage } from "./run-page.ts";

/** Each block of code in docs/ and in the README runs, in the page's order and from a clean start, or says why it doesn't. */
const root = path.resolve(import.meta.dirname, "../..");
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })]
  .filter((page) => !page.startsWith("docs/decisions/"))
  .sort();
const stepsOf = (page: string) => readPage(readFileSync(path.join(root, page), "utf8"));
const blocksOf = (page: string): Block[] => stepsOf(page).filter((step) => step.kind === "block");
const covered = pages.filter((page) => blocksOf(page).some(isRun));

function isRun({ language, excerpt }: Block): boolean {
  return excerpt === undefined && language in runnable;
}

/** Commands act on the whole installation, so a page with commands has one of its own, with one tenant. */
const hasCommands = (steps: readonly Step[]): boolean =>
  steps.some((step) => step.kind === "block" && isRun(step) && step.text.includes("kassa -- "));

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

async function run(steps: readonly Step[]): Promise<void> {
  if (!hasCommands(steps)) return runPage({ kassa: shared, tenant: await shared.makeTenant(), psps }, steps);
  const kassa = await start();
  try {
    await runPage({ kassa, tenant: kassa.tenant, psps }, steps);
  } finally {
    await kassa.close();
  }
}

for (const page of covered) {
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

test("each block runs, is compared with what a block before it prints, is a file or a diagram, or says why not", () => {
  for (const page of pages) {
    let follows = false;
    for (const block of blocksOf(page)) {
      const isUsed = isRun(block) || block.file !== undefined || block.language === "mermaid";
      if (!isUsed && block.excerpt === undefined)
        assert.ok(
          isShownOutput(block) && follows,
          `${page}:${block.line} follows no block that runs: mark it excerpt="why"`,
        );
      if (block.excerpt !== undefined)
        assert.ok(block.excerpt.length > 5, `${page}:${block.line} gives no reason`);
      follows = isRun(block) || (isShownOutput(block) && follows);
    }
  }
});
