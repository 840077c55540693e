import assert from "node:assert/strict";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../../test/support/axe.ts";
import { openBrowser, type TestBrowser } from "../../test/support/browser.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { script, stylesheet } from "./assets.ts";
import { readImage } from "./images.ts";
import { codeTabs } from "./markdown/code-block.ts";
import { entries } from "./navigation.ts";

/** What readers do with the docs in a browser. docs.test.ts checks the pages themselves. */
const kassa = useTestApp({}, async () => {
  browser = openBrowser(kassa.url);
});
let browser: TestBrowser;
after(async () => {
  await browser.close();
});

const results = (page: Page) => page.getByRole("option");

test("letters that are typed while the search loads are searched", async () => {
  await browser.visit({}, async (page) => {
    const typed = Promise.withResolvers<void>();
    await page.goto(`${kassa.url}/docs`);
    const script = await page.locator("[data-script]").getAttribute("data-script");
    await page.route(`**${script}`, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("refund part");
    typed.resolve();
    await results(page).first().waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Search the docs" }).inputValue(), "refund part");
  });
});

test("slash opens the search; “refund part” finds how to refund a part, and Enter opens it", async () => {
  await browser.visit({}, async (page) => {
    await page.goto(`${kassa.url}/docs`);
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search the docs" }).fill("refund part");
    await results(page).first().waitFor();
    const places = await results(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.ok(
      places.slice(0, 3).some((place) => /refund/.test(String(place))),
      places.join(" "),
    );
    await checkAccessibility(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${kassa.url}${places[1]}`);
    assert.equal(await page.getByRole("dialog").count(), 0);
  });
});

test("a heading with the very words is the first result", async () => {
  await browser.visit({}, async (page) => {
    await page.goto(`${kassa.url}/docs`);
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search the docs" });
    for (const [words, heading] of [
      ["test card", "Test cards and accounts"],
      ["verify webhook", "Verify webhooks"],
    ] as const) {
      await field.fill(words);
      await results(page).first().locator("strong", { hasText: heading }).waitFor();
    }
  });
});

test("typing searches without a request, and says when nothing is found", async () => {
  await browser.visit({ phone: true }, async (page) => {
    await page.goto(`${kassa.url}/docs/errors`);
    await page.getByRole("button", { name: "Search" }).click();
    const field = page.getByRole("combobox");
    await field.fill("webhook");
    await results(page).first().waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await field.fill("successUrl");
    await page
      .getByRole("option", { name: /successUrl/ })
      .first()
      .waitFor();
    await field.fill("xyzzyx");
    await page.getByText("Nothing found. Try other words.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.deepEqual(requests, []);
  });
});

test("the contents mark the section that is read, at the end of the page the last one", async () => {
  await browser.visit({ keepWindow: false }, async (page) => {
    // On a screen on which the last section can't reach the top.
    await page.setViewportSize({ width: 1440, height: 1600 });
    await page.goto(`${kassa.url}/docs/how-to/refund`);
    const reading = page.locator(".contents a.reading");
    assert.equal(await reading.textContent(), "Refund a part");
    await page.keyboard.press("End");
    await reading.filter({ hasText: "If it is refused" }).waitFor();
  });
});

test("on a phone the menu opens without a script and leads to another page", async () => {
  for (const js of [true, false])
    await browser.visit({ phone: true, js }, async (page) => {
      await page.goto(`${kassa.url}/docs/how-to/disputes`);
      const entry = page.getByRole("link", { name: "Use receipts", exact: true });
      assert.equal(await entry.isVisible(), false);
      await page.getByRole("button", { name: "Menu" }).click();
      await entry.click();
      await page.waitForURL(`${kassa.url}/docs/how-to/receipts`);
    });
});

test("without a script all text is there, the search isn’t, and code has its colours", async () => {
  await browser.visit({ js: false }, async (page) => {
    await page.goto(`${kassa.url}/docs/reference/sdk`);
    assert.equal(await page.getByRole("button", { name: "Search" }).isVisible(), false);
    assert.ok((await page.locator("pre .hljs-keyword").count()) > 0);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link").first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});

test("Copy puts the whole command on the clipboard", async () => {
  await browser.visit({ keepWindow: false }, async (page) => {
    await page.context().grantPermissions(["clipboard-write"], { origin: kassa.url });
    await page.goto(`${kassa.url}/docs/get-started/first-session`);
    const block = page.locator(".code").filter({ hasText: "npm start" });
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    // The page's policy forbids reading the clipboard, so the text is pasted.
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").focus();
    await page.keyboard.press("ControlOrMeta+V");
    assert.match(await page.getByRole("combobox").inputValue(), /^npm ci ?npm start/);
  });
});

test("tabs show the language that was chosen, by mouse and by keyboard, also on the next page", async () => {
  const group = codeTabs(
    ["curl", "Python", "Go"].map((tab) => ({
      type: "code",
      raw: "",
      lang: `text tab="${tab}"`,
      text: `in ${tab}`,
    })),
  ).toString();
  await browser.visit({ keepWindow: false }, async (page) => {
    // Two groups in place of a page's text, so that this test depends on no guide.
    await page.route("**/docs/how-to/receipts", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1>/, () => `${group}${group}<h1>`);
      await route.fulfill({ response, body });
    });
    await page.goto(`${kassa.url}/docs/how-to/receipts`);
    assert.deepEqual(await page.getByRole("tabpanel").allInnerTexts(), ["in curl\nCopy", "in curl\nCopy"]);
    await page.getByRole("tab", { name: "Python" }).first().click();
    assert.equal(await page.getByText("in Python").filter({ visible: true }).count(), 2);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByText("in Go").filter({ visible: true }).count(), 2);
    await checkAccessibility(page);
    await page.reload();
    assert.equal(await page.getByText("in Go").filter({ visible: true }).count(), 2);
  });
});

test("an anchor of the one-page API reference leads to the page where its section is now", async () => {
  await browser.visit({}, async (page) => {
    await page.goto(`${kassa.url}/docs/api#createRefund`);
    await page.waitForURL(`${kassa.url}/docs/api/refunds#createRefund`);
    await page.goto(`${kassa.url}/docs/api#LineItem`);
    await page.waitForURL(`${kassa.url}/docs/api/checkout-sessions#LineItem`);
  });
});

test("every page with its style sheet, script and first picture is at most 60 KB compressed", async () => {
  const shared = [stylesheet, script].map(({ bodies }) => bodies.br.length);
  for (const { path } of entries) {
    const { text } = await kassa.call("GET", path, { key: null });
    // Pictures are loaded when they come near the screen.
    const [, picture] = /<img src="\/docs\/images\/([^"]+)"/.exec(text) ?? [];
    const pictureBytes = picture === undefined ? 0 : readImage(picture).body.length;
    const bytes = [brotliCompressSync(text).length, ...shared, pictureBytes].reduce(
      (sum, size) => sum + size,
    );
    assert.ok(bytes <= 60_000, `${path} has ${bytes} bytes`);
  }
});

test("pages are sent compressed", async () => {
  const response = await fetch(`${kassa.url}/docs/errors`, { headers: { "accept-encoding": "br" } });
  assert.equal(response.headers.get("content-encoding"), "br");
  assert.match(await response.text(), /<h1>Errors/);
});
