import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../support/axe.ts";
import { cards, fillIn, type Session, submit, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

const minuteMs = 60_000;
const endingSession = (): Promise<Session> =>
  testbed.createSession({
    expiresAt: new Date(Date.now() + 40 * minuteMs).toISOString(),
    paymentMethods: ["card"],
  });

/** Records each text that the status region gets, in the order in which a screen reader hears them. */
const recordAnnouncements = (page: Page): Promise<unknown> =>
  page.evaluate(`window.heard = [];
    new MutationObserver(([{ target }]) => heard.push(target.textContent))
      .observe(document.querySelector("[role=status]"), { childList: true });`);
const heardOn = (page: Page): Promise<string[]> => page.evaluate("heard");

test("with JavaScript: five minutes before the end it is said once, and more time keeps what was typed", async () => {
  const session = await endingSession();
  await testbed.visit({ js: true }, async (page) => {
    await page.clock.install();
    await page.goto(session.url);
    await fillIn(page);
    await recordAnnouncements(page);
    await page.clock.runFor(34 * minuteMs);
    assert.deepEqual(await heardOn(page), []);
    await page.clock.runFor(2 * minuteMs);
    assert.deepEqual(await heardOn(page), ["You have less than 5 minutes left to pay."]);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "I need more time" }).click();
    await page.getByText("You have 30 more minutes.").waitFor();
    assert.equal((await heardOn(page)).length, 2);
    assert.equal(
      await page.getByRole("button", { name: "I need more time" }).count(),
      0,
      "it was the only time",
    );
    await page.locator(".deadline:focus").waitFor();
    assert.equal(await page.locator("#number").inputValue(), cards.approved);
    assert.equal(await page.locator("#cvc").inputValue(), "123");
    // The browser's clock has run 36 minutes ahead of the server's; the page counts from the server's answer.
    await page.clock.runFor(64 * minuteMs);
    assert.equal((await heardOn(page)).length, 2);
    await page.clock.runFor(2 * minuteMs);
    assert.equal((await heardOn(page)).at(-1), "You have less than 5 minutes left to pay.");
    await submit(page);
    await page.waitForURL(thanksUrl(session));
  });
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("with JavaScript: if the session wasn't extended, the page says so, and the customer can ask again", async () => {
  const session = await endingSession();
  await testbed.visit({ js: true, keepWindow: false, session }, async (page) => {
    await fillIn(page);
    await page.route("**/extend*", (route) => route.fulfill({ body: "" }));
    const button = page.getByRole("button", { name: "I need more time" });
    await button.click();
    await page.getByText("That didn’t work. Please try again.").waitFor();
    await page.unroute("**/extend*");
    await button.click();
    await page.getByText("You have 30 more minutes.").waitFor();
    assert.equal(await page.locator("#number").inputValue(), cards.approved);
  });
  assert.notEqual((await testbed.readSession(session.id)).expiresAt, session.expiresAt);
});

test("without JavaScript: the deadline names its time zone, and a form gives more time", async () => {
  const session = await endingSession();
  await testbed.visit({ js: false, session }, async (page) => {
    const deadline = page.locator(".deadline");
    const before = await deadline.textContent();
    assert.match(before ?? "", /^You can pay until .* UTC\.$/);
    await page.getByRole("button", { name: "I need more time" }).click();
    await page.waitForURL(/#more-time$/);
    assert.notEqual(await deadline.textContent(), before);
    assert.match((await deadline.textContent()) ?? "", /^You can pay until .* UTC\.$/);
    assert.equal(await page.getByRole("button", { name: "I need more time" }).count(), 0);
    await fillIn(page);
    await submit(page);
    await page.waitForURL(thanksUrl(session));
  });
});

test("with JavaScript: the deadline is in the customer's time zone", async () => {
  const session = await testbed.createSession();
  await testbed.visit({ js: true }, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Kolkata" });
    await page.goto(session.url);
    const own = new Intl.DateTimeFormat("en", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "Asia/Kolkata",
    }).format(new Date(session.expiresAt));
    assert.equal(await page.locator(".deadline time").textContent(), own);
  });
});
