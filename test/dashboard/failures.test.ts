import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  addAuthenticator,
  type PeopleApp,
  startPeopleApp,
  type Visitor,
} from "../../src/people/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { followLinks, type Screen } from "./follow-links.ts";
import { plainTexts, storeTexts } from "./stored-texts.ts";

// A screen that gets no answers says so, and offers to ask again.

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

/** What the menu and the frame ask for on every screen. The number beside “Exceptions” is left out if it isn't known. */
const ofEveryScreen = "security";
/** Screens that show what the menu counts. */
const counting = ["home", "exceptions"];

const again = (page: Page) =>
  page.getByRole("alert").getByRole("button", { name: "Try again", exact: true }).first();

test("each screen says that Kassa can't be reached", async () => {
  const faults: string[] = [];
  let asked: Asked = new Map();
  await signedIn(async (page) => {
    asked = await whatIsAsked(page);
  });
  const everywhere = asked.get(ofEveryScreen)?.questions ?? new Set();
  await signedIn(async (page) => {
    await page.addInitScript({ content: withoutNetwork });
    for (const { screen, questions } of asked.values()) {
      const isOwn = [...questions].some((each) => !everywhere.has(each));
      if (!isOwn && !counting.includes(screen.kind)) continue;
      await page.goto(kassa.url + screen.path);
      const text = page.getByRole("alert").getByText("Kassa can't be reached. Check your connection.");
      await Promise.all([
        text.first().waitFor({ timeout: 4_000 }),
        again(page).waitFor({ timeout: 4_000 }),
      ]).catch(() => faults.push(screen.kind));
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

const signedIn = (work: (page: Page) => Promise<void>): Promise<void> =>
  browser.visit({ phone: true, mayKeepCookies: true }, async (page) => {
    const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: kassa.url }));
    await page.context().addCookies(cookies);
    await work(page);
  });

/** What a request asks for, without ids and times. */
const questionOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return (pathname + search)
    .replaceAll(/[a-z]+_sandbox_\w+|ten_\w+/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\d[^&]*/g, "day");
};

type Asked = Map<string, { readonly screen: Screen; readonly questions: ReadonlySet<string> }>;

/** What each screen asks for, by its kind. */
async function whatIsAsked(page: Page): Promise<Asked> {
  const asked: Asked = new Map();
  const start = `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
  const isOurs = (path: string) => path.startsWith(start) || path.startsWith("/dashboard/operator/");
  let questions = new Set<string>();
  page.on("request", (request) => {
    if (request.method() === "GET" && request.resourceType() === "fetch")
      questions.add(questionOf(request.url()));
  });
  await followLinks(page, { first: `${start}/home`, isOurs, ofEachKind: 1 }, async (screen) => {
    questions = new Set();
    asked.set(screen.kind, { screen, questions });
    await page.goto(kassa.url + screen.path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.locator("[data-loading]").first().waitFor({ state: "detached" });
  });
  return asked;
}
