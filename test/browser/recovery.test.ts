import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request } from "playwright-core";
import type { VisitOptions } from "../support/browser.ts";
import {
  cards,
  fillIn,
  noticeOn,
  payButton,
  type Session,
  submit,
  thanksUrl,
  useTestbed,
} from "./testbed.ts";

/** Nothing that was typed is lost, and nothing is paid twice: faults, declines and lost answers with the script. */
const testbed = useTestbed();

async function onForm(
  work: (page: Page, session: Session) => Promise<void>,
  options: VisitOptions = {},
): Promise<Session> {
  const session = await testbed.createSession();
  await testbed.visit({ ...options, session }, (page) => work(page, session));
  return session;
}

const valuesOn = (page: Page): Promise<string[]> =>
  Promise.all(["number", "expiry", "cvc"].map((id) => page.locator(`#${id}`).inputValue()));

/** The address of the page and its form, in any language. */
const pageOf =
  ({ url }: Session) =>
  ({ pathname }: URL) =>
    pathname === new URL(url).pathname;

const unsteady = { unsteady: true } as const;

const isPost = (request: Request): boolean => request.method() === "POST";

test("a field is checked when it is left, says so once, and is right again as soon as it is corrected", async () => {
  await onForm(async (page) => {
    const posted: string[] = [];
    page.on("request", (request) => isPost(request) && posted.push(request.url()));
    const number = page.locator("#number");
    await number.pressSequentially("4242424242424243");
    assert.equal(await number.getAttribute("aria-invalid"), null, "not while it is typed");
    await page.keyboard.press("Tab");
    const wrong = "Check the card number. A digit is wrong or missing.";
    assert.equal(await page.locator("#number-error").textContent(), wrong);
    assert.equal(await number.getAttribute("aria-describedby"), "number-error");
    await page.getByRole("status").filter({ hasText: wrong }).waitFor();
    await number.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("2");
    assert.equal(await number.getAttribute("aria-invalid"), null);
    assert.equal(await number.getAttribute("aria-describedby"), null);
    assert.equal(await page.locator("#number-error").count(), 0);
    // An empty field isn't a fault before the form is sent.
    await page.locator("#expiry").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("#expiry").getAttribute("aria-invalid"), null);
    assert.deepEqual(posted, []);
  });
});

test("faults that the page can see aren't sent; the message has the focus, is no live region, and leads to the fields", async () => {
  const session = await onForm(async (page) => {
    let posts = 0;
    page.on("request", (request) => {
      posts += isPost(request) ? 1 : 0;
    });
    await fillIn(page, { number: "4242 4242 4242 4243", expiry: "01 / 20" });
    await submit(page);
    assert.equal(posts, 0);
    const message = page.locator(".notice:focus");
    assert.equal(await message.getAttribute("role"), "group");
    assert.equal(await page.locator("[role=alert]").count(), 0);
    assert.equal((await page.getByRole("status").allTextContents()).join(""), "");
    assert.match(
      (await message.textContent()) ?? "",
      /Please correct 2 fields.*You have(n’t| not) been charged\.$/,
    );
    assert.deepEqual(await valuesOn(page), ["4242 4242 4242 4243", "01 / 20", "123"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#number:focus").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1234");
    await page.keyboard.press("Enter");
    await page.waitForURL(/thanks/);
  });
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("a decline keeps what was typed, and only a wrong code has to be typed again", async () => {
  const session = await onForm(async (page) => {
    await fillIn(page, { number: cards.genericDecline });
    await submit(page);
    assert.deepEqual(await valuesOn(page), [cards.genericDecline, "12 / 34", "123"]);
    const button = page.locator(payButton);
    assert.equal(await button.textContent().then((text) => text?.trim()), "Pay €25.99");
    assert.equal(await button.getAttribute("aria-busy"), null);
    await page.locator("#number").fill(cards.wrongCvc);
    await submit(page);
    assert.deepEqual(await valuesOn(page), [cards.wrongCvc, "12 / 34", ""]);
    await fillIn(page);
    await submit(page);
    await page.waitForURL(/thanks/);
  });
  assert.equal(await testbed.attempts(session), 3);
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("a card that could be real is taken from the page; a published test number with a wrong check digit is sent", async () => {
  await onForm(async (page) => {
    await fillIn(page, { number: "4111 1111 1111 1111" });
    await submit(page);
    assert.deepEqual(await valuesOn(page), ["", "12 / 34", "123"]);
    assert.equal(await page.locator("#test-cards").getAttribute("open"), "");
    await page.locator("#number").fill("4242 4242 4242 4241");
    await submit(page);
    await page.getByText("The card number isn’t right.").waitFor();
  });
});

test("the answer is lost after the payment: the page says that it checks, shows that it is paid, and charges once", async () => {
  const session = await onForm(async (page, own) => {
    let posts = 0;
    await page.route(pageOf(own), async (route) => {
      if (!isPost(route.request())) return route.continue();
      posts += 1;
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    await fillIn(page);
    await page.locator(payButton).click();
    await page
      .getByText("We’re checking whether your payment went through. Please don’t pay again.")
      .waitFor();
    await page.getByRole("heading", { name: "Payment complete" }).waitFor();
    assert.equal(posts, 1);
  }, unsteady);
  assert.deepEqual(await testbed.charges(session), [2599]);
  assert.equal(await testbed.attempts(session), 1);
});

test("the form never arrives: the page says that nothing was charged, keeps what was typed, and can be sent again", async () => {
  const session = await onForm(async (page, own) => {
    let isDown = true;
    await page.route(pageOf(own), (route) =>
      isDown && isPost(route.request()) ? route.abort("connectionreset") : route.continue(),
    );
    await fillIn(page);
    await page.locator(payButton).click();
    const checking = page.getByText("We’re checking whether your payment went through.");
    await checking.waitFor();
    await page.locator(payButton).click({ force: true });
    await noticeOn(page).getByText("You haven’t been charged. Try again.").waitFor();
    assert.deepEqual(await valuesOn(page), [cards.approved, "12 / 34", "123"]);
    isDown = false;
    await submit(page);
    await page.waitForURL(thanksUrl(own));
  }, unsteady);
  assert.equal(await testbed.attempts(session), 1);
  assert.deepEqual(await testbed.charges(session), [2599]);
});

test("the connection is gone for a while: the page waits for it before it says what became of the payment", async () => {
  const session = await onForm(async (page, own) => {
    await fillIn(page, { number: cards.genericDecline });
    let looks = 0;
    await page.route(`${own.url}/status`, (route) => {
      looks += 1;
      return looks < 3 ? route.abort("internetdisconnected") : route.continue();
    });
    await page.route(pageOf(own), async (route) => {
      if (!isPost(route.request())) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    await page.locator(payButton).click();
    // The attempt was declined, so the page is the one that says so.
    await noticeOn(page).getByText("Your bank declined the payment.").waitFor();
    assert.equal(looks, 3);
  }, unsteady);
  assert.equal(await testbed.attempts(session), 1);
});

for (const [what, answer] of [
  ["a proxy's page", { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }],
  ["another JSON", { status: 429, contentType: "application/problem+json", body: '{"code":"rate_limited"}' }],
] as const)
  test(`an answer that isn't Kassa's (${what}) isn't believed: the page asks for the state`, async () => {
    const session = await onForm(async (page, own) => {
      await page.route(pageOf(own), (route) =>
        isPost(route.request()) ? route.fulfill(answer) : route.continue(),
      );
      await fillIn(page);
      await page.locator(payButton).click();
      await noticeOn(page).getByText("Your payment didn’t reach us.").waitFor();
    });
    assert.equal(await testbed.attempts(session), 0);
  });

test("pressing Pay while a wrong field is left shows the faults; the button doesn't move away from under the finger", async () => {
  await onForm(async (page) => {
    await fillIn(page);
    await page.locator("#cvc").fill("12");
    const box = await page.locator(payButton).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2);
    await page.mouse.down();
    assert.equal(await page.locator("#cvc-error").count(), 0);
    await page.mouse.up();
    await page.locator(".notice").getByText("Enter the 3 digits on the back of your card.").waitFor();
  });
});
