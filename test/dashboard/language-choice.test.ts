import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { join, usePeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { signInAs } from "./join-as-owner.ts";
import { lookAt } from "./look-at.ts";

// The language of the dashboard: the browser's, until a person chooses another.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

const languageOf = (page: Page) => page.evaluate("document.documentElement.lang");

test("a person chooses the language, which the browser remembers before they sign in, too", async () => {
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await pay(kassa);
  await browser.visit({ locale: "de-AT", mayKeepCookies: true }, async (page) => {
    await signInAs(page, kassa, owner);
    const start = `${kassa.url}/dashboard/${kassa.tenant.tenant.id}/sandbox`;
    await page.goto(`${start}/payments`);
    // German of Austria, where the currency stands before the amount.
    await page.getByText(/^€\s25,99$/).waitFor();
    await page.goto(`${start}/security`);
    const choice = page.getByRole("combobox", { name: "Sprache des Dashboards" });
    await choice.waitFor();
    await lookAt(page, "language-choice");
    await choice.click();
    await page.getByRole("option", { name: /English/ }).click();
    await page.getByRole("heading", { name: "Account and security" }).waitFor();
    assert.equal(await languageOf(page), "en");
    await page.context().clearCookies();
    await page.goto(`${kassa.url}/dashboard/sign-in`);
    await page.getByRole("heading", { name: "Sign in to Kassa" }).waitFor();
    await signInAs(page, kassa, owner);
    await page.goto(`${start}/security`);
    await page.getByRole("combobox", { name: "Language of the dashboard" }).click();
    await page.getByRole("option", { name: "As in the browser" }).click();
    await page.getByRole("heading", { name: "Konto und Sicherheit" }).waitFor();
    assert.equal(await languageOf(page), "de");
  });
});

test("a browser whose languages Kassa hasn't gets English", async () => {
  await browser.visit({ locale: "xh" }, async (page) => {
    await page.goto(`${kassa.url}/dashboard/sign-in`);
    await page.getByRole("heading", { name: "Sign in to Kassa" }).waitFor();
    assert.equal(await languageOf(page), "en");
  });
});
