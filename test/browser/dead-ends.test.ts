import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fillIn, payButton, scripting, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed({}, ({ db }) =>
  db.sql("UPDATE tenants SET support_email = 'hello@shop.example', support_phone = '+49 30 1234567'"),
);

for (const { js, name } of scripting) {
  describe(name, () => {
    test("an expired session says so, with the merchant's contact and a link back to the shop", async () => {
      const session = await testbed.createSession();
      await testbed.call("POST", `/api/checkout/sessions/${session.id}/expire`);
      await testbed.visit({ js }, async (page) => {
        const answer = await page.goto(session.url);
        assert.equal(answer?.status(), 410);
        assert.equal(await page.locator("h1").textContent(), "This payment page has expired");
        await page.getByRole("link", { name: "hello@shop.example" }).waitFor();
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${testbed.shop.url}/cart`);
      });
    });

    test("a form submitted after its session expired charges nothing and says so", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        await testbed.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session.id]);
        await page.locator(payButton).click();
        await page.getByRole("heading", { name: "This payment page has expired" }).waitFor();
      });
      assert.equal(await testbed.attempts(session), 0);
    });

    test("the link at the top leads back to cancelUrl, with the session's id in place of its placeholder", async () => {
      const session = await testbed.createSession({
        cancelUrl: `${testbed.shop.url}/cart?from={CHECKOUT_SESSION_ID}`,
      });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByRole("link", { name: "Back to Test shop" }).click();
        await page.waitForURL(`${testbed.shop.url}/cart?from=${session.id}`);
      });
    });

    test("without cancelUrl, Cancel shows a page from which the customer can still pay", async () => {
      const session = await testbed.createSession({ cancelUrl: undefined });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByRole("link", { name: "Cancel" }).click();
        await page.getByRole("heading", { name: "Payment cancelled" }).waitFor();
        await page.getByRole("link", { name: "Back to payment" }).click();
        await fillIn(page);
        await page.locator(payButton).click();
        await page.waitForURL(thanksUrl(session));
      });
    });

    test("a live session of a merchant without a live account says so, with the merchant's contact", async () => {
      const addresses = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" };
      const session = await testbed.createSession(addresses, testbed.tenant.keys.live.secret);
      await testbed.visit({ js }, async (page) => {
        const answer = await page.goto(session.url);
        assert.equal(answer?.status(), 200);
        assert.equal(await page.locator("h1").textContent(), "You can’t pay here yet");
        assert.equal(await page.locator(".sandbox").count(), 0);
        await page.getByRole("link", { name: "hello@shop.example" }).waitFor();
        await page.getByRole("link", { name: "+49 30 1234567" }).waitFor();
        const back = page.getByRole("link", { name: "Back to Test shop" });
        assert.equal(await back.getAttribute("href"), "https://shop.example/cart");
      });
      assert.ok(
        testbed.logged.some((line) => line.includes(session.id) && line.includes("no connector account")),
      );
    });

    test("an unknown session's URL says that there is no payment page", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js }, async (page) => {
        const other = session.url.slice(0, -1) + (session.url.endsWith("a") ? "b" : "a");
        for (const url of [other, `${testbed.url}/pay/nonsense`]) {
          const answer = await page.goto(url);
          assert.equal(answer?.status(), 404);
          assert.equal(await page.locator("h1").textContent(), "There’s no payment page here");
        }
      });
    });

    test("refuses a form that another site posts, charges nothing, and links to the payment page", async () => {
      const session = await testbed.createSession();
      await testbed.visit({ js, session }, async (page) => {
        const token = await page.locator("form[data-pay=card] input[name=token]").getAttribute("value");
        testbed.shop.show("/evil", foreignForm(session.url, token ?? ""));
        await page.goto(`${testbed.shop.url}/evil`);
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await page.getByRole("button").click();
        assert.equal((await answer).status(), 403);
        assert.equal(await page.locator("h1").textContent(), "This form is no longer valid");
        await page.getByRole("link", { name: "Open the payment page again" }).click();
        await page.locator(payButton).waitFor();
      });
      assert.equal(await testbed.attempts(session), 0);
    });
  });
}

test("the page counts down its last hour, and shows by itself that the session has expired", async () => {
  const session = await testbed.createSession();
  await testbed.db.sql(
    "UPDATE checkout_sessions SET expires_at = now() + interval '10 minutes' WHERE id = $1",
    [session.id],
  );
  await testbed.visit({ keepWindow: false }, async (page) => {
    await page.clock.install();
    await page.goto(session.url);
    await page.clock.runFor(2_000);
    assert.match(
      (await page.locator(".deadline").textContent()) ?? "",
      /^Time left to pay: .?0[89]:\d\d.?\.$/,
    );
    await testbed.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session.id]);
    await page.clock.runFor(600_000);
    await page.getByRole("heading", { name: "This payment page has expired" }).waitFor();
  });
});

test("a session on a clock uses that clock for its deadline and for card expiry", async () => {
  const now = `${new Date().getUTCFullYear() + 1}-03-15T12:00:00.000Z`;
  const clock = await testbed.call("POST", "/api/sandbox/clocks", { body: { now } });
  const session = await testbed.createSession({ clock: clock.body.id });
  await testbed.visit({ js: false, session }, async (page) => {
    assert.match((await page.locator(".deadline").textContent()) ?? "", /March 16, /);
    const lastMonth = `02 / ${now.slice(2, 4)}`;
    await fillIn(page, { expiry: lastMonth });
    await page.locator(payButton).click();
    await page.getByRole("link", { name: "This card has expired." }).waitFor();
  });
});

/** A form with everything that another site can know, including the token of a page that it loaded itself. */
function foreignForm(action: string, token: string): string {
  const fields = { token, number: "4242424242424242", expiry: "12 / 34", cvc: "123" };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<!doctype html><title>Win</title><form method="post" action="${action}">${inputs.join("")}<button>Win</button></form>`;
}
