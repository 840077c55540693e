import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type PeopleApp, password, startPeopleApp } from "../../src/people/test-support.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";
import { addVirtualAuthenticator } from "./virtual-authenticator.ts";

// A person's own account: a passkey opens live data, a forgotten password is replaced by mail, and the audit log tells of it.

let mail: MailServer;
let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  mail = await startMailServer();
  kassa = await startPeopleApp({ KASSA_SMTP_URL: mail.url });
  browser = openBrowser(kassa.url);
});
after(async () => {
  await browser.close();
  await kassa.close();
  await mail.close();
});

const newPassword = "two herons on the pier";

for (const [name, options] of layouts)
  test(`a passkey opens live data, and a forgotten password is replaced by mail: ${name}`, async () => {
    const email = `ada-${name}@shop.example`;
    const open = async (page: Page, link: string) => {
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: link }).click();
    };
    const signOut = async (page: Page) => {
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("button", { name: "Sign out" }).click();
    };
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const look = (step: string) => lookAt(page, `account-${step}-${name}`);
      await addVirtualAuthenticator(page);
      await page.goto(`${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`);
      await page.getByLabel("Your name").fill("Ada Lovelace");
      await page.getByLabel("Your e-mail address").fill(email);
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      await open(page, "Audit log");
      await page.getByText("This needs a second factor").waitFor();
      await look("second-factor-needed");
      await page.getByRole("link", { name: "Set up a second factor" }).click();
      await page.getByText("You have no passkey yet.").waitFor();
      await look("security");
      await page.getByLabel("Name").fill("Work laptop");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("Work laptop").waitFor();
      await page.getByText("Live", { exact: true }).click();
      await page.getByText("No payments in these days").waitFor();
      await open(page, "Security");
      await page.getByText("Work laptop").waitFor();
      await look("passkey");

      await signOut(page);
      await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
      await look("sign-in");
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("Sandbox. No money moves here.").waitFor();
      await open(page, "Audit log");
      await page.getByText("Member of the team: created").first().waitFor();
      await look("audit");

      await signOut(page);
      await page.getByRole("link", { name: "I have forgotten my password" }).click();
      await page.getByRole("heading", { name: "A new password" }).waitFor();
      await page.getByLabel("E-mail address").fill(email);
      await look("forgot");
      await page.getByRole("button", { name: "Send a link" }).click();
      await page.getByText("a link is on its way").waitFor();
      const link = () =>
        /http:\S+#[A-Za-z0-9_-]{43}/.exec(
          mail.mails.findLast(({ to }) => to.includes(email))?.text ?? "",
        )?.[0];
      await until(async () => link() !== undefined, "the mail");
      await page.goto(link() ?? "");
      await page.getByRole("textbox", { name: "New password" }).fill(newPassword);
      await look("reset");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("Your password is set").waitFor();
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Sign in to Kassa" }).waitFor();
      await page.getByLabel("E-mail address").fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill(newPassword);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Sandbox. No money moves here.").waitFor();
    });
    const entries = await kassa.db.sql<{ object: string }>(
      "SELECT object FROM audit_entries WHERE actor = $1 AND object IN ('password', 'passkey')",
      [`person ${email}`],
    );
    assert.ok(entries.some(({ object }) => object === "password"));
  });
