import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, usePeopleApp, type Visitor } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import { followLinks, type Screen } from "./follow-links.ts";
import { follow, hasLink, holdAnswers, letAnswersIn, type Moved } from "./held-answers.ts";
import { signInAs } from "./join-as-owner.ts";
import { plainTexts, storeTexts } from "./stored-texts.ts";
import { navigateWithin } from "./visit-screens.ts";

// Nothing that a person already sees moves while a screen loads, whichever answer comes first. A screen that gets no answers says so, and
// offers to ask again.

let owner: Visitor;
const kassa = usePeopleApp({}, async (kassa) => {
  owner = kassa.visit();
  await storeTexts(kassa, owner, plainTexts);
  await addAuthenticator(owner);
});
const browser = useBrowser(kassa);

/** Less than a line of text that moves by its own height. */
const scoreAtMost = 0.001;

/** What each screen asks for, by its kind. */
type Asked = Map<string, { readonly screen: Screen; readonly questions: ReadonlySet<string> }>;
const asked: Asked = new Map();

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
    await browser.visit({ mayKeepCookies: true, keepWindow: false }, async (page) => {
      await page.setViewportSize({ width, height });
      await signInAs(page, kassa, owner);
      await holdAnswers(page);
      const noted = noteQuestions(page);
      const open = async (path: string): Promise<Moved> => {
        await page.goto(kassa.url + path);
        return letAnswersIn(page, atFirst);
      };
      const screens: Screen[] = [];
      await followLinks(page, { kassa, ofEachKind: 1 }, async (screen) => {
        screens.push(screen);
        noted.clear();
        check(screen, "at first", await open(screen.path));
        asked.set(screen.kind, { screen, questions: new Set(noted) });
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

/** The set of what a page asks for from now on. */
function noteQuestions(page: Page): Set<string> {
  const questions = new Set<string>();
  page.on("request", (request) => {
    if (request.method() === "GET" && request.resourceType() === "fetch")
      questions.add(questionOf(request.url()));
  });
  return questions;
}

/** What a request asks for, without ids and times. */
const questionOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return (pathname + search)
    .replaceAll(/[a-z]+_sandbox_\w+|ten_\w+/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\d[^&]*/g, "day");
};

/** What the menu and the frame ask for on every screen. The number beside “Exceptions” is left out if it isn't known. */
const ofEveryScreen = "security";
/** Screens that show what the menu counts. */
const counting = ["home", "exceptions"];

test("each screen says that Kassa can't be reached", async () => {
  assert.ok(asked.size >= 36, "the screens are found by the test before this one");
  const everywhere = asked.get(ofEveryScreen)?.questions ?? new Set();
  const faults: string[] = [];
  await browser.visit({ phone: true, mayKeepCookies: true }, async (page) => {
    await page.addInitScript({ content: withoutNetwork });
    await page.goto(`${await signInAs(page, kassa, owner)}/security`);
    const again = page.getByRole("alert").getByRole("button", { name: "Try again", exact: true });
    const text = page.getByRole("alert").getByText("Kassa can't be reached. Check your connection.");
    for (const { screen, questions } of asked.values()) {
      const isOwn = [...questions].some((each) => !everywhere.has(each));
      if (!isOwn && !counting.includes(screen.kind)) continue;
      await navigateWithin(page, screen.path);
      for (const shown of [text, again])
        await shown
          .first()
          .waitFor({ timeout: 15_000 })
          .catch(() => faults.push(screen.kind));
    }
  });
  assert.deepEqual(faults, []);
});

/** Nothing but who is signed in is answered. Waits before asking again, of one and two seconds, are left out. */
const withoutNetwork = `{
  const ask = window.fetch.bind(window);
  window.fetch = (path, ...options) =>
    path === "/dashboard/api/me" ? ask(path, ...options) : Promise.reject(new TypeError("Failed to fetch"));
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (work, ms, ...values) => wait(work, ms === 1000 || ms === 2000 ? 0 : ms, ...values);
}`;
