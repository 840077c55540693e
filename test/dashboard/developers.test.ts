import assert from "node:assert/strict";
import { test } from "node:test";
import { password, usePeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// A developer's start: the guide, a first request with a new key, a test card, and a clock that makes a session expire.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options, isFirst] of layouts)
  test(`a developer starts with a key, a card and a clock, and the guide ticks: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const open = async (link: string) => {
        if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("link", { name: link, exact: true }).click();
      };
      await page.goto(`${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`);
      await page.getByLabel("Your name").fill("Dev");
      await page.getByLabel("Your e-mail address").fill(`dev-${name}@shop.example`);
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      const guide = page.getByRole("region", { name: "From here to your first live payment" });
      await guide.getByText(isFirst ? "1 of 7 done" : "3 of 7 done").waitFor();
      await lookAt(page, `guide-${name}`);

      await open("API keys");
      await page.getByRole("button", { name: "Create a key" }).click();
      await page.getByLabel("Name").fill("Shop server");
      await page.getByRole("combobox", { name: "From where" }).fill("127.0.0.0/8");
      await page.keyboard.press("Enter");
      await page.getByRole("combobox", { name: "From where" }).fill("::1");
      await page.keyboard.press("Enter");
      await page.getByLabel("For how long").first().click();
      await page.getByRole("option", { name: "90 days" }).click();
      await lookAt(page, `key-new-${name}`);
      await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click();
      await page.getByText("The key was created").waitFor();
      const request = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";
      const secret = /Bearer (ks_sandbox_\w+)/.exec(request)?.[1] ?? "";
      const body: unknown = JSON.parse(/-d '(.+)'$/s.exec(request)?.[1] ?? "");
      const made = await kassa.call("POST", "/api/checkout/sessions", { key: secret, body });
      assert.equal(made.status, 200, made.text);
      await lookAt(page, `key-request-${name}`);
      await page.getByRole("button", { name: "I have copied it" }).click();

      await open("Get started");
      await page.getByText("4242 4242 4242 4242").waitFor();
      await lookAt(page, `start-${name}`);
      for (const link of await page.locator("main a[href^='/docs']").all()) {
        const [path = "", anchor] = ((await link.getAttribute("href")) ?? "").split("#");
        const doc = await kassa.call("GET", path, { key: null });
        assert.equal(doc.status, 200, path);
        if (anchor) assert.ok(doc.text.includes(`id="${anchor}"`), anchor);
      }
      await page.getByLabel("Find a card").fill("stolen");
      await page.getByText("4000 0000 0000 9979").waitFor();
      assert.equal(await page.getByText("4242 4242 4242 4242").count(), 0);

      await open("Clocks");
      if (isFirst) await lookAt(page, `clocks-empty-${name}`);
      await page.getByRole("button", { name: "Create a clock" }).click();
      await page.getByLabel("Name").fill(`Expiry ${name}`);
      await page.getByRole("dialog").getByRole("button", { name: "Create a clock" }).click();
      await page.getByText(`Expiry ${name}`, { exact: true }).waitFor();
      const { body: clocks } = await kassa.call("GET", "/api/sandbox/clocks?limit=1");
      const clock = clocks.data[0].id;
      const session = { amount: 500, currency: "EUR", successUrl: "https://shop.example/", clock };
      const withClock = await kassa.call("POST", "/api/checkout/sessions", { body: session });
      assert.equal(withClock.status, 200, withClock.text);
      await page.getByRole("button", { name: `Advance: Expiry ${name}` }).click();
      await page.getByRole("combobox", { name: "By" }).click();
      await page.getByRole("option", { name: "7 days" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Advance", exact: true }).click();
      await page.getByText("checkout.session.expired").waitFor();
      await lookAt(page, `clock-advanced-${name}`);
      await page.getByRole("button", { name: "Close" }).click();
      await lookAt(page, `clocks-${name}`);
      await page.getByRole("button", { name: `Delete: Expiry ${name}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText(`Expiry ${name}`, { exact: true }).waitFor({ state: "detached" });

      await pay(kassa, {});
      await open("Home");
      await page.reload();
      await guide.getByText("3 of 7 done").waitFor();
      await guide.getByRole("button", { name: "Hide" }).click();
      await guide.waitFor({ state: "detached" });
      await page.reload();
      await page.getByText("€25.99").first().waitFor();
      assert.equal(await guide.count(), 0);
    });
  });
