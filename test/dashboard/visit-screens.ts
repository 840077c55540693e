import type { Page } from "playwright-core";
import type { PeopleApp, Visitor } from "../../src/people/test-support.ts";
import { followLinks, type Screen } from "./follow-links.ts";
import { signInAs } from "./join-as-owner.ts";

/** Screens of one kind are alike: of payments, for example, the first two are visited. */
const ofEachKind = 2;

type Walk = {
  readonly kassa: PeopleApp;
  readonly owner: Visitor;
  /** What is wrong with the screen that the page shows, a sentence each. */
  readonly faultsOf: (screen: Screen) => Promise<readonly string[]>;
};

export type Walked = {
  /** The kinds of screens that were visited. */
  readonly kinds: ReadonlySet<string>;
  readonly faults: readonly string[];
};

/** Visits the owner's first screen of the sandbox, those it links to, and so on. Collects what is wrong anywhere. */
export async function visitScreens(page: Page, { kassa, owner, faultsOf }: Walk): Promise<Walked> {
  const start = await signInAs(page, kassa, owner);
  await page.goto(`${start}/home`);
  const faults: string[] = [];
  const kinds = await followLinks(page, { kassa, ofEachKind }, async (screen) => {
    await goWithin(page, screen.path);
    const found = await faultsOf(screen);
    faults.push(...found.map((fault) => `${screen.kind}: ${fault}`));
    const menu = page.locator("header .mantine-Burger-root");
    if (await menu.isVisible()) await menu.click();
  });
  return { kinds, faults };
}

/** Opens another screen as a link does, without loading the dashboard anew. */
export const navigateWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} }).then(() => {})`);

/** The same, and returns when the screen is complete. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await navigateWithin(page, path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator("[data-loading], .mantine-Loader-root").first().waitFor({ state: "detached" });
}
