import type { Page } from "playwright-core";
import { join, type PeopleApp, type Visitor } from "../../src/people/test-support.ts";

/**
 * Joins as an owner whose name is Ada Lovelace, and signs the page's window in. Returns the address of the sandbox's screens, which ends
 * without a slash; no page is opened yet.
 */
export async function joinAsOwner(page: Page, kassa: PeopleApp, name: string): Promise<string> {
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), `${name}@shop.example`);
  return signInAs(page, kassa, owner);
}

/** Signs a page's window in as somebody who is signed in already. Returns the address of the sandbox's screens. */
export async function signInAs(page: Page, kassa: PeopleApp, { cookies }: Visitor): Promise<string> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: kassa.url })));
  return `${kassa.url}/dashboard/${kassa.tenant.tenant.id}/sandbox`;
}
