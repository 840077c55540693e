import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../../src/people/test-support.ts";
import { useBrowser, type VisitOptions } from "../support/browser.ts";
import { signInAs } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// An owner sets which amounts may be paid, what happens to money that isn't as expected, and where customers may be sent back to.

let owner: Visitor;
const kassa = usePeopleApp({}, async (kassa) => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
});
const browser = useBrowser(kassa);

/** Opens the rules of a mode, as somebody who is signed in. */
const open = (
  mode: "sandbox" | "live",
  options: VisitOptions,
  work: (page: Page) => Promise<void>,
  who = owner,
) =>
  browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
    await signInAs(page, kassa, who);
    await page.goto(`${kassa.url}/dashboard/${kassa.tenant.tenant.id}/${mode}/settings/rules`);
    await page.getByRole("heading", { name: "Requests per second" }).waitFor();
    await work(page);
  });

const settings = async (mode: "sandbox" | "live") =>
  (await kassa.call("GET", "/api/settings", { key: kassa.tenant.keys[mode].secret })).body;

for (const [name, options] of layouts)
  test(`amounts are limited in each currency's own decimals: ${name}`, async () => {
    await kassa.call("POST", "/api/settings", { body: { amountLimits: null } });
    await open("sandbox", options, async (page) => {
      const dialog = page.getByRole("dialog");
      const card = page.getByRole("region", { name: "Smallest and largest amounts" });
      const add = async (currency: string, smallest: string, largest: string) => {
        await card.getByRole("button", { name: "Add limits" }).click();
        await dialog.getByLabel("Currency").fill(currency);
        await dialog.getByLabel("Smallest amount").fill(smallest);
        await dialog.getByLabel("Largest amount").fill(largest);
      };
      const save = async () => {
        await dialog.getByRole("button", { name: "Save" }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await card.getByText("You have set none.").waitFor();
      await add("JPY", "100.5", "50");
      await dialog.getByText("Enter an amount such as 2500.").waitFor();
      await dialog.getByLabel("Smallest amount").fill("100");
      await dialog.getByText("The smallest amount can’t be above the largest.").waitFor();
      assert.ok(await dialog.getByRole("button", { name: "Save" }).isDisabled());
      await lookAt(page, `rules-limit-${name}`);
      await dialog.getByLabel("Largest amount").fill("5000");
      await save();
      await card.getByText("¥100 to ¥5,000").waitFor();
      await add("KWD", "1,2345", "");
      await dialog.getByText("Enter an amount such as 2.500.").waitFor();
      await dialog.getByLabel("Smallest amount").fill("1,234");
      await save();
      await card.getByText(/KWD\s1\.234 or more/).waitFor();
      await add("XYZ", "1", "");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText('"XYZ" is not an active ISO 4217 currency.').waitFor();
      await dialog.getByLabel("Currency").fill("JPY");
      await dialog.getByText("JPY has limits already.").waitFor();
      await dialog.getByLabel("Currency").fill("HUF");
      await dialog.getByLabel("Smallest amount").fill("25.50");
      await save();
      await card.getByText(/HUF\s25\.50 or more/).waitFor();
      await card.getByRole("button", { name: "Change the limits of JPY" }).click();
      assert.equal(await dialog.getByLabel("Largest amount").inputValue(), "5000");
      await dialog.getByLabel("Smallest amount").fill("");
      await save();
      await card.getByText("At most ¥5,000").waitFor();
      await card.getByRole("button", { name: "Remove the limits of KWD" }).click();
      await dialog.getByRole("button", { name: "Remove" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.equal(await card.getByText("KWD").count(), 0);
      await lookAt(page, `rules-${name}`);
    });
    assert.deepEqual((await settings("sandbox")).amountLimits, {
      HUF: { minimum: 2550, maximum: null },
      JPY: { minimum: null, maximum: 5000 },
    });
  });

test("how often customers may ask for more time is chosen and saved", async () => {
  await open("sandbox", {}, async (page) => {
    const card = page.getByRole("region", { name: "Time to pay" });
    const choice = card.getByRole("combobox", { name: "How often a customer may ask for more time" });
    assert.equal(await choice.inputValue(), "Once");
    await choice.click();
    await page.getByRole("option", { name: "10 times" }).click();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Saved. It holds for open sessions, too.").waitFor();
    await lookAt(page, "rules-time");
  });
  assert.equal((await settings("sandbox")).timeExtensions, 10);
});

test("in the sandbox, rules for transfers are saved at once; what isn't a number is said at its field", async () => {
  await open("sandbox", {}, async (page) => {
    const card = page.getByRole("region", { name: "Late money and bank transfers" });
    await card.getByLabel("Days that a customer has").fill("91");
    await card.getByText("Enter a number of days from 1 to 90.").waitFor();
    assert.ok(await card.getByRole("button", { name: "Save" }).isDisabled());
    await card.getByLabel("Days that a customer has").fill("07");
    await card.getByLabel("Difference that still counts as the amount").fill("5");
    const tooLittle = card.getByRole("radiogroup", { name: "A transfer of less than the amount" });
    await tooLittle.getByLabel("Accept it").check();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Saved. It holds for money that comes from now on.").waitFor();
    assert.equal(await card.getByLabel("Days that a customer has").inputValue(), "7");
  });
  const { lateFunds, transferRules } = await settings("sandbox");
  assert.equal(lateFunds, "refund");
  assert.deepEqual(transferRules, {
    waitDays: 7,
    tolerance: 5,
    tooLittle: "accept",
    tooMuch: "keep_as_liability",
    late: "flag",
    wrongCurrency: "flag",
  });
});

test("in live mode, saving asks once more and says what changes; nothing is saved before", async () => {
  await open("live", { phone: true }, async (page) => {
    const card = page.getByRole("region", { name: "Late money and bank transfers" });
    const dialog = page.getByRole("dialog");
    const lateFunds = card.getByRole("radiogroup", { name: "Money that comes after" });
    await lateFunds.getByLabel("Keep it").check();
    await card.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Before: Send it back").waitFor();
    await dialog.getByText("From now on: Keep it").waitFor();
    await dialog.getByText("This is real money.").waitFor();
    await lookAt(page, "rules-confirm");
    assert.equal((await settings("live")).lateFunds, "refund");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await settings("live")).lateFunds, "refund");
    await card.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await card.getByText("Saved. It holds for money that comes from now on.").waitFor();
  });
  assert.equal((await settings("live")).lateFunds, "keep");
  assert.equal((await settings("sandbox")).lateFunds, "refund");
});

test("an owner sets the hosts; a colleague reads them and the rates", async () => {
  await open("sandbox", {}, async (page) => {
    const card = page.getByRole("region", { name: "Where customers may be sent back to" });
    await card.getByLabel("Allowed hosts").fill("shop.example\nhttps://pay.example/x");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText('"https://pay.example/x" is not a host.').waitFor();
    await card.getByLabel("Allowed hosts").fill("shop.example\n\n*.shop.example, shop.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Saved. Within a second, new sessions keep to it.").waitFor();
    assert.equal(await card.getByLabel("Allowed hosts").inputValue(), "shop.example\n*.shop.example");
    await lookAt(page, "rules-hosts");
  });
  const at = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const invitation = { email: "reader@shop.example", role: "read_only" };
  const made = await owner.post("/dashboard/api/team/invitations", invitation, at);
  const reader = kassa.visit();
  await join(reader, new URL(made.body.link).hash.slice(1), invitation.email);
  const read = async (page: Page) => {
    await page.getByText("shop.example, *.shop.example").waitFor();
    for (const name of ["Save", "Add limits", /Change the limits/])
      assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
    await lookAt(page, "rules-read-only");
  };
  await open("sandbox", {}, read, reader);
});
