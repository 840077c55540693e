import type { Page } from "playwright-core";
import { type PeopleApp, password } from "../../src/people/test-support.ts";

/** Joins as an owner, and returns the address of the sandbox's screens, which ends without a slash. */
export async function joinAsOwner(page: Page, kassa: PeopleApp, name: string): Promise<string> {
  await page.goto(`${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Your e-mail address").fill(`${name}@shop.example`);
  await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/sandbox\//);
  return page.url().replace(/\/sandbox\/.*/, "/sandbox");
}
