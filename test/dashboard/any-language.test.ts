import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { addAuthenticator, usePeopleApp, type Visitor } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import type { Screen } from "./follow-links.ts";
import { lookAt, looksInWidths } from "./look-at.ts";
import { cutOffTexts } from "./pseudo/cut-off.ts";
import { plainWords, ServerTexts } from "./pseudo/plain-words.ts";
import { incompleteTag, incompleteTexts, pseudoTag } from "./pseudo/pseudo-text.ts";
import { buildPseudo, servePseudo } from "./pseudo/serve-pseudo.ts";
import { hostileTexts, storeTexts } from "./stored-texts.ts";
import { visitScreens } from "./visit-screens.ts";

// The dashboard in languages that it hasn't. Each screen in one that runs from right to left and needs more room than English. It is made of the English texts, so a
// word that stands in the sources is found by its letters.

let folder: string;
let owner: Visitor;
const kassa = usePeopleApp({}, async (kassa) => {
  folder = await buildPseudo();
  owner = kassa.visit();
  await storeTexts(kassa, owner, hostileTexts);
  await addAuthenticator(owner);
});
const browser = useBrowser(kassa);
after(() => rmSync(folder, { recursive: true }));

test("each screen has room for any language, from right to left, on a phone and a desktop", async () => {
  await browser.visit({ locale: pseudoTag, mayKeepCookies: true }, async (page) => {
    await servePseudo(page, folder);
    const server = new ServerTexts(page);
    // The last width is that of a phone.
    const faultsOf = async ({ kind, number }: Screen): Promise<string[]> => [
      ...(await looksInWidths(page, [1280, 320], `rtl-WIDTH-${kind}-${number}`)),
      ...(await plainWords(page, server)),
      ...(await cutOffTexts(page)),
    ];
    const { kinds, faults } = await visitScreens(page, { kassa, owner, faultsOf });
    assert.deepEqual(faults, []);
    assert.ok(kinds.size >= 36, `found only ${[...kinds].join(" ")}`);
    assert.equal(await page.evaluate("document.documentElement.dir"), "rtl");
  });
});

test("so have the pages before the sign-in", async () => {
  await browser.visit({ locale: pseudoTag, mayKeepCookies: true }, async (page) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await servePseudo(page, folder);
    const server = new ServerTexts(page);
    for (const path of ["sign-in", "join#secret", "forgot", "reset#secret", "no-such-page"]) {
      await page.goto(`${kassa.url}/dashboard/${path}`);
      await page.getByRole("heading").first().waitFor();
      await lookAt(page, `rtl-320-${path.replace(/#.*/, "")}`);
      assert.deepEqual(await plainWords(page, server), [], path);
    }
  });
});

test("what a language lacks is said in English", async () => {
  await browser.visit({ locale: incompleteTag }, async (page) => {
    await servePseudo(page, folder);
    await page.goto(`${kassa.url}/dashboard/sign-in`);
    await page.getByRole("heading", { name: incompleteTexts["sign-in.title"] }).waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    assert.equal(await page.evaluate("document.documentElement.lang"), incompleteTag);
  });
});
