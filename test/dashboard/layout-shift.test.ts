import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  addAuthenticator,
  type PeopleApp,
  startPeopleApp,
  type Visitor,
} from "../../src/people/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { followLinks, type Screen } from "./follow-links.ts";
import { follow, hasLink, holdAnswers, letAnswersIn, type Moved } from "./held-answers.ts";
import { plainTexts, storeTexts } from "./stored-texts.ts";

// Nothing that a person already sees moves while a screen loads, whichever answer comes first.

let kassa: PeopleApp;
let browser: TestBrowser;
let owner: Visitor;
before(async () => {
  kassa = await startPeopleApp();
  browser = openBrowser(kassa.url);
  owner = kassa.visit();
  await storeTexts(kassa, owner, plainTexts);
  await addAuthenticator(owner);
});
after(async () => {
  await browser.close();
  await kassa.close();
});

/** Less than a line of text that moves by its own height. */
const scoreAtMost = 0.001;

const sizes = [
  { width: 375, height: 740, atFirst: "first", fromAnother: "last" },
  { width: 1280, height: 800, atFirst: "last", fromAnother: "first" },
] as const;

for (const { width, height, atFirst, fromAnother } of sizes)
  test(`nothing moves while a screen loads, at first or from another screen: ${width} px wide`, async () => {
    const faults: string[] = [];
    const check = ({ kind }: Screen, how: string, { score, what }: Moved): void => {
      if (score > scoreAtMost) faults.push(`${kind} ${how}: ${score.toFixed(3)}\n  ${what.join("\n  ")}`);
    };
    await browser.visit({ mayKeepCookies: true }, async (page) => {
      await page.setViewportSize({ width, height });
      const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: kassa.url }));
      await page.context().addCookies(cookies);
      await holdAnswers(page);
      const open = async (path: string): Promise<Moved> => {
        await page.goto(kassa.url + path);
        return letAnswersIn(page, atFirst);
      };
      const screens: Screen[] = [];
      await followLinks(page, { first: `${start()}/home`, isOurs, ofEachKind: 1 }, async (screen) => {
        screens.push(screen);
        check(screen, "at first", await open(screen.path));
      });
      assert.ok(screens.length >= 36, `found only ${screens.map(({ kind }) => kind).join(" ")}`);
      for (const screen of screens) {
        if (!screen.from) continue;
        if (!(await hasLink(page, screen.path))) await open(screen.from);
        await follow(page, screen.path);
        check(screen, "from another screen", await letAnswersIn(page, fromAnother));
      }
    });
    assert.equal(faults.length, 0, faults.join("\n"));
  });

const start = (): string => `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
const isOurs = (path: string): boolean => path.startsWith(start()) || path.startsWith("/dashboard/operator/");
