import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  cards,
  fillIn,
  noticeOn,
  pay,
  payButton,
  type Session,
  scripting,
  thanksUrl,
  useTestbed,
} from "./testbed.ts";

const testbed = useTestbed();

for (const { js, name } of scripting) {
  describe(name, () => {
    test("pays by card and leads to successUrl with the session's id", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page);
        await page.waitForURL(`${testbed.shop.url}/thanks?session=${session.id}`);
      });
      const { status, paymentStatus } = await testbed.readSession(session.id);
      assert.deepEqual({ status, paymentStatus }, { status: "complete", paymentStatus: "paid" });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("the customer reaches a shop that redirects to another host", async () => {
      const elsewhere = testbed.shop.url.replace("127.0.0.1", "localhost");
      testbed.shop.redirect("/moved", `${elsewhere}/thanks`);
      const session = await testbed.createSession({ successUrl: `${testbed.shop.url}/moved` });
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        await page.locator(payButton).click();
        await page.waitForURL(`${elsewhere}/thanks`);
      });
    });

    test("a paid session says so when it is reopened, and leads to the shop", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await payAndArrive(page, session);
        await page.goto(session.url);
        assert.equal(await page.locator("h1").textContent(), "Payment complete");
        assert.equal(await page.locator(payButton).count(), 0);
        await page.getByRole("link", { name: "Continue to Test shop" }).click();
        await page.waitForURL(thanksUrl(session));
      });
    });

    test("the Back button after paying shows that it is paid, not a form", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        await payAndArrive(page, session);
        await page.goBack();
        await page.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.equal(await testbed.attempts(session), 1);
    });

    test("reloading the page after a submit repeats nothing", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await pay(page, cards.genericDecline);
        await noticeOn(page).waitFor();
        await page.reload();
        await noticeOn(page).waitFor();
      });
      assert.equal(await testbed.attempts(session), 1);
    });

    test("a double click on Pay is one attempt", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        await page.locator(payButton).dblclick({ noWaitAfter: true });
        await seePaid(page);
      });
      assert.equal(await testbed.attempts(session), 1);
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("two tabs that submit at the same moment charge once, and both show that it is paid", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (first) => {
        const second = await first.context().newPage();
        for (const page of [first, second]) {
          await page.goto(session.url);
          await fillIn(page);
        }
        await Promise.all([first, second].map((page) => page.locator(payButton).click()));
        await Promise.all([first, second].map((page) => seePaid(page)));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("a tab left open can't pay a second time: it shows that the session is paid", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (first) => {
        await fillIn(first);
        const second = await first.context().newPage();
        await payAndArrive(second, session);
        await first.locator(payButton).click();
        await first.getByRole("heading", { name: "Payment complete" }).waitFor();
      });
      assert.equal(await testbed.attempts(session), 1);
    });
  });
}

async function payAndArrive(page: Page, session: Session): Promise<void> {
  await page.goto(session.url);
  await pay(page);
  await page.waitForURL(thanksUrl(session));
}

/** At the shop, or on our page that says it is paid: at once, or after the page that waits for the other tab. */
async function seePaid(page: Page): Promise<void> {
  await page.getByRole("heading", { name: /^(Shop|Payment complete)$/ }).waitFor();
}
