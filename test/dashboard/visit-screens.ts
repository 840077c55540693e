import type { Page } from "playwright-core";
import type { PeopleApp, Visitor } from "../../src/people/test-support.ts";
import { followLinks } from "./follow-links.ts";
import { lookAt } from "./look-at.ts";

/** Screens of one kind are alike: of payments, for example, the first two are visited. */
const ofEachKind = 2;

type Walk = {
  readonly kassa: PeopleApp;
  readonly owner: Visitor;
  /** The first part of the screenshots' names. */
  readonly name: string;
  /** Each screen is looked at in each of these widths, in pixels. */
  readonly widths: readonly number[];
  /** What is wrong with a screen besides what `lookAt` finds, a sentence each. */
  readonly faultsOf: (page: Page) => Promise<readonly string[]>;
};

export type Walked = {
  /** The kinds of screens that were visited. */
  readonly kinds: ReadonlySet<string>;
  readonly faults: readonly string[];
};

/** Visits the owner's first screen of the sandbox, those it links to, and so on. Collects what is wrong anywhere. */
export async function visitScreens(page: Page, walk: Walk): Promise<Walked> {
  const { kassa, owner, faultsOf } = walk;
  const cookies = [...owner.cookies].map(([cookie, value]) => ({ name: cookie, value, url: kassa.url }));
  await page.context().addCookies(cookies);
  const start = `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
  const isOurs = (path: string) => path.startsWith(start) || path.startsWith("/dashboard/operator/");
  const faults: string[] = [];
  const kinds = await followLinks(
    page,
    { first: `${start}/home`, isOurs, ofEachKind },
    async ({ path, kind, number }) => {
      await page.goto(kassa.url + path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const found = [...(await looks(page, walk, `${kind}-${number}`)), ...(await faultsOf(page))];
      faults.push(...found.map((fault) => `${kind}: ${fault}`));
      const menu = page.locator("header .mantine-Burger-root");
      if (await menu.isVisible()) await menu.click();
    },
  );
  return { kinds, faults };
}

/** Looks at a screen in each width, the last of which stays. */
async function looks(page: Page, { name, widths }: Walk, screen: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    await lookAt(page, `${name}-${width}-${screen}`).catch(({ message }: Error) => faults.push(message));
  }
  return faults;
}
