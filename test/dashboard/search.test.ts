import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { makeSession } from "../api/support.ts";
import type { JsonBody } from "../support/app.ts";
import { useBrowser } from "../support/browser.ts";
import { signInAs } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";
import { hostile, hostileTexts, storeTexts } from "./stored-texts.ts";

// The search over everything: what a customer says on the phone leads to the payment, an id to what it belongs to, a name to its screen.

let owner: Visitor;
let payment: JsonBody;
const kassa = usePeopleApp({}, async (kassa) => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "owner@shop.example");
  await addAuthenticator(owner);
  const session = { customerEmail: "ada.lovelace@mail.example", clientReferenceId: "order-1815" };
  payment = await pay(kassa, { session });
});
const browser = useBrowser(kassa);

const at = () => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" });
const field = (page: Page) => page.getByRole("dialog").getByRole("combobox");
const options = (page: Page) => page.getByRole("option");

/** Opens a page as somebody who is signed in. */
async function signedIn(page: Page, visitor: Visitor, screen = "home"): Promise<string> {
  const start = await signInAs(page, kassa, visitor);
  await page.goto(`${start}/${screen}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return start;
}

async function invited(role: string, email: string): Promise<Visitor> {
  const made = await owner.post("/dashboard/api/team/invitations", { email, role }, at());
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const visitor = kassa.visit();
  await join(visitor, made.body.link.split("#")[1], email);
  return visitor;
}

/** Searches by the keyboard alone, and opens the first of what is found. */
async function openFirst(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

for (const [name, visit] of layouts)
  test(`half an address finds the payment, and its customer: ${name}`, async () => {
    await browser.visit({ ...visit, mayKeepCookies: true }, async (page) => {
      const start = await signedIn(page, owner);
      await lookAt(page, `search-closed-${name}`);
      await page.getByRole("button", { name: "Search everything" }).click();
      await page.getByText("What can be searched").waitFor();
      await lookAt(page, `search-empty-${name}`);
      await field(page).fill("lovel");
      await page.getByRole("group", { name: "Customers" }).waitFor();
      await lookAt(page, `search-found-${name}`);
      await page.getByRole("option", { name: /€25\.99.*ada\.lovelace@mail\.example/ }).click();
      await page.waitForURL(`${start}/payments/${payment.id}`);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Search everything" }).click();
      await field(page).fill("nobody@nowhere.example");
      await page.getByText("Nothing matches “nobody@nowhere.example”").waitFor();
      await lookAt(page, `search-none-${name}`);
      await page.getByRole("button", { name: "Close the search" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });
  });

test("the keyboard alone finds by last four digits, amount, references and ids", async () => {
  const open = await makeSession(kassa, { customerEmail: "grace@mail.example" });
  const refund = await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 100 } });
  const link = await kassa.call("POST", "/api/payment-links", {
    body: { name: "Spring workshop", amount: 1200, currency: "EUR" },
  });
  const events = await kassa.call("GET", `/api/events?session=${payment.session}`);
  const event = events.body.data[0].id;
  const [attempt] = payment.attempts;
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await signedIn(page, owner);
    const leadsTo: readonly [text: string, screen: string][] = [
      [attempt.card.last4, `payments/${payment.id}`],
      [attempt.pspReference, `payments/${payment.id}`],
      ["25.99", `payments/${payment.id}`],
      ["order-1815", `payments/${payment.id}`],
      [attempt.id, `payments/${payment.id}`],
      [refund.body.id, `payments/${payment.id}`],
      [open.id, `sessions/${open.id}`],
      ["grace@mail.example", `sessions/${open.id}`],
      ["workshop", `payment-links/${link.body.id}`],
      [link.body.id, `payment-links/${link.body.id}`],
      [event, `events/${event}`],
    ];
    for (const [text, screen] of leadsTo) {
      await page.goto(`${start}/team`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await openFirst(page, text);
      await page.waitForURL(`${start}/${screen}`);
    }
  });
});

test("arrow keys choose what Enter opens, and Escape leads back to where one was", async () => {
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await signedIn(page, owner);
    await page.keyboard.press("/");
    await field(page).fill("ada.lovelace@mail.example");
    await page.getByRole("group", { name: "Sessions" }).waitFor();
    const names = await page.getByRole("group").evaluateAll((all) => all.map((each) => each.ariaLabel));
    assert.deepEqual(names, ["Payments", "Customers", "Sessions"]);
    const chosen = async () => {
      const id = await field(page).getAttribute("aria-activedescendant");
      assert.equal(await page.locator("[role=option][aria-selected=true]").getAttribute("id"), id);
      return page.locator("[role=option][aria-selected=true]").textContent();
    };
    assert.match(String(await chosen()), /€25\.99/);
    await page.keyboard.press("ArrowDown");
    assert.equal(await chosen(), "ada.lovelace@mail.example");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.match(String(await chosen()), /€25\.99.*Complete/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(page.url(), `${start}/home`);
    await page.goto(`${start}/sessions`);
    await page.getByLabel("Order").first().pressSequentially("a/b");
    assert.equal(await page.getByLabel("Order").first().inputValue(), "a/b", "who types keeps the slash");
  });
});

test("a screen is found by its name in the reader's language, and by what it is about", async () => {
  await browser.visit({ locale: "de", mayKeepCookies: true }, async (page) => {
    const start = await signedIn(page, owner);
    for (const [text, screen] of [
      ["schlussel", "keys"],
      ["Bankkonten", "bank/accounts"],
      ["farbe", "settings"],
      ["betriebliches gibt es nicht", ""],
    ]) {
      await page.goto(`${start}/events`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (screen === "") {
        await page.keyboard.press("/");
        await field(page).fill(String(text));
        await page.getByText("Nichts passt zu").waitFor();
        continue;
      }
      await openFirst(page, String(text));
      await page.waitForURL(`${start}/${screen}`);
    }
  });
});

test("who may only read finds payments, and neither screens nor things that the role forbids", async () => {
  const reader = await invited("read_only", "reader@shop.example");
  await kassa.call("POST", "/api/refunds", { body: {} });
  const requests = await owner.get("/dashboard/api/requests", at());
  const logged = requests.body.data[0].id;
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await signedIn(page, owner);
    await openFirst(page, logged);
    await page.waitForURL(`${start}/requests/${logged}`);
  });
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await signedIn(page, reader);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await openFirst(page, "lovelace");
    await page.waitForURL(`${start}/payments/${payment.id}`);
    for (const text of ["API keys", "Audit log", "Requests", "Operator", logged]) {
      await page.keyboard.press("/");
      await field(page).fill(text);
      await page.getByText(`Nothing matches “${text}”`).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    assert.deepEqual(
      asked.filter((path) => path.startsWith("/dashboard/api/requests")),
      [],
    );
    await page.keyboard.press("/");
    await field(page).fill(payment.id.replace("_sandbox_", "_live_"));
    await page.getByText("This id belongs to the mode Live.").waitFor();
  });
});

test("what is found stays in its place, searches that are outdated are ended, and a failed one is asked again", async () => {
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    await signedIn(page, owner);
    const ended: string[] = [];
    page.on("requestfailed", (request) =>
      ended.push(new URL(request.url()).searchParams.get("search") ?? ""),
    );
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/payments\?search=ada\./, async (route) => {
      await slow;
      await route.continue().catch(() => undefined);
    });
    const sessions = page.waitForResponse(/checkout\/sessions\?customerEmail=ada\.lovelace/);
    await page.keyboard.press("/");
    await field(page).fill("ada.lov");
    await page.waitForRequest(/search=ada\.lov&/);
    await field(page).fill("ada.lovelace@mail.example");
    await (await sessions).finished();
    assert.equal(await options(page).count(), 0, "sessions wait for the payments, which stand above them");
    assert.deepEqual(ended, ["ada.lov"]);
    answer();
    await page.getByRole("group", { name: "Sessions" }).waitFor();

    const refuse = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
      route.fulfill({ status: 500, json: { code: "internal", detail: "Kassa had an error." } });
    await page.route(/\/api\/payments\?search=order-1815/, refuse);
    await field(page).fill("order-1815");
    await page.getByText("Kassa had an error.").waitFor();
    await page.getByRole("group", { name: "Sessions" }).waitFor();
    await lookAt(page, "search-failed");
    await page.unroute(/\/api\/payments\?search=order-1815/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("group", { name: "Payments" }).waitFor();
  });
});

test("stored markup is text, and fits the narrowest phone", async () => {
  const eve = kassa.visit();
  await storeTexts(kassa, eve, hostileTexts);
  await browser.visit({ locale: "de", dark: true, mayKeepCookies: true }, async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signedIn(page, eve);
    await lookAt(page, "search-hostile-closed");
    await page.getByRole("button", { name: "Alles durchsuchen" }).click();
    await field(page).fill("eveeve");
    await page.getByRole("option").first().waitFor();
    await lookAt(page, "search-hostile-email");
    await field(page).fill(hostile);
    await page.getByText("Nichts passt zu").waitFor();
    await lookAt(page, "search-hostile-none");
    assert.equal(await page.evaluate("document.querySelector('[data-hostile]')"), null);
  });
});
