import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../support/axe.ts";
import { cards, choose, fillIn, scripting, thanksUrl, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

const collect = {
  email: "required",
  phone: "optional",
  shippingAddress: {},
  billingAddress: "required",
  customFields: [{ key: "guests", label: "Guests", type: "number", minimum: 1 }],
  terms: "required",
};

/** Presses the button of the chosen method, and waits for the next page, or for the answer that the script shows on this one. */
async function submit(page: Page): Promise<void> {
  const nextPage = page.waitForEvent("domcontentloaded");
  const answer = page.locator(".notice, [aria-invalid]:focus").first().waitFor();
  await page.locator("button[name=method]").filter({ visible: true }).click();
  await Promise.any([nextPage, answer]);
}

/** Chooses the country, as a customer with or without scripts does, and waits for its fields. */
async function chooseCountry(page: Page, js: boolean, country: string): Promise<void> {
  await page.locator("#shipping_country").selectOption(country);
  const button = page.locator("button[name=show_country][value=shipping]");
  if (!js) await button.click();
  await page.locator(js ? "#shipping_recipient" : "#shipping_recipient:focus").waitFor();
}

for (const { js, name } of scripting) {
  describe(name, () => {
    test("a customer chooses the country, fills in its fields and pays", async () => {
      const session = await testbed.createSession({ collect });
      await testbed.visit({ js, phone: true, session }, async (page) => {
        await page.getByLabel("Email address").fill("ada@shop.example");
        // The script changes only the fields of the address. Without it, the page is a new one, which never has a card number.
        if (js) await fillIn(page);
        await chooseCountry(page, js, "US");
        assert.equal(await page.getByLabel("Email address").inputValue(), "ada@shop.example");
        await page.getByLabel("Recipient").fill("Grace Hopper");
        await page.getByLabel("Address", { exact: true }).fill("1 Main Street");
        await page.getByLabel("City").fill("Springfield");
        await page.getByLabel("State").selectOption({ label: "Illinois" });
        await page.getByLabel("ZIP code").fill("62701");
        await page.getByLabel("Guests").fill("2");
        await page.getByLabel("I accept the terms").check();
        if (!js) await fillIn(page);
        await submit(page);
        await page.waitForURL(thanksUrl(session));
      });
      const { collected } = await testbed.readSession(session.id);
      const { recipient, ...address } = collected?.shippingAddress ?? {};
      assert.deepEqual([recipient, address.region, address.regionName], ["Grace Hopper", "IL", "Illinois"]);
      assert.deepEqual(collected?.billingAddress, address);
    });

    test("the summary links to each faulty field, which says what is wrong; what is right stays", async () => {
      const session = await testbed.createSession({ collect: { ...collect, shippingAddress: undefined } });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("Email address").fill("ada@shop");
        await page.getByLabel("Phone number").fill("030 901820");
        await fillIn(page);
        await submit(page);
        const summary = page.locator(".notice:focus");
        const faults = await summary.locator("li").allTextContents();
        // The script gets texts without markup, with marks around names of unknown direction.
        assert.deepEqual(
          faults.map((fault) => fault.replace(/[\u2068\u2069]/g, "")),
          [
            "Check your email address. It should look like name@example.com.",
            "Choose a country or region.",
            "Fill in “Guests”.",
            `Accept the terms of ${await merchantName(page)} to pay.`,
          ],
        );
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        const email = page.locator("#email:focus");
        assert.equal(await email.getAttribute("aria-describedby"), "email-error");
        assert.equal(await email.inputValue(), "ada@shop");
        assert.equal(await page.getByLabel("Phone number").inputValue(), "030 901820");
        assert.equal(await page.locator("#number").inputValue(), js ? cards.approved : "");
        if (js) await checkAccessibility(page);
      });
      assert.equal(await testbed.attempts(session), 0);
    });

    test("the faults of details and card stand in one summary, those of the details first", async () => {
      const session = await testbed.createSession({ collect: { email: "required", terms: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("I accept the terms").check();
        await fillIn(page, { cvc: "" });
        await submit(page);
        assert.equal(await page.locator(".notice:focus h3").textContent(), "Please correct 2 fields");
        assert.deepEqual(await page.locator(".notice li").allTextContents(), [
          "Enter your email address.",
          "Enter the security code.",
        ]);
        assert.ok(await page.getByLabel("I accept the terms").isChecked());
      });
    });

    test("the only faulty field has the focus, and the corrected form pays", async () => {
      const session = await testbed.createSession({ collect: { email: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        await submit(page);
        const email = page.locator("#email:focus");
        await email.fill("ada@shop.example");
        if (!js) await fillIn(page);
        await submit(page);
        await page.waitForURL(thanksUrl(session));
      });
    });

    test("a country that is missing has the focus", async () => {
      const session = await testbed.createSession({ collect: { billingAddress: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        await fillIn(page);
        await submit(page);
        await page.locator("#billing_country:focus").waitFor();
      });
    });

    test("the states of a country follow from it, in the language of the page", async () => {
      const session = await testbed.createSession({ collect: { shippingAddress: {} }, locale: "fr" });
      await testbed.visit({ js, session }, async (page) => {
        await chooseCountry(page, js, "US");
        await page.getByLabel("État").selectOption({ label: "California" });
        await page.locator("#shipping_country").selectOption("CA");
        if (!js) await page.locator("button[name=show_country][value=shipping]").click();
        const province = page.getByLabel("Province");
        await province.locator("option", { hasText: "Nouvelle-Écosse" }).waitFor({ state: "attached" });
        assert.equal(await province.inputValue(), "");
        await province.selectOption({ label: "Québec" });
        assert.equal(await province.inputValue(), "QC");
      });
    });

    test("choosing a country keeps the chosen method", async () => {
      const session = await testbed.createSession({ collect: { shippingAddress: {} } });
      await testbed.visit({ js, session }, async (page) => {
        await choose(page, "bank_transfer");
        await chooseCountry(page, js, "DE");
        assert.ok(await page.locator("#method-bank_transfer").isChecked());
      });
    });

    test("a declined customer keeps the details", async () => {
      const session = await testbed.createSession({ collect: { email: "required", terms: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("Email address").fill("ada@shop.example");
        await page.getByLabel("I accept the terms").check();
        await fillIn(page, { number: cards.genericDecline });
        await submit(page);
        await page.getByText("Your bank declined the payment.").waitFor();
        assert.equal(await page.getByLabel("Email address").inputValue(), "ada@shop.example");
        assert.ok(await page.getByLabel("I accept the terms").isChecked());
        await fillIn(page);
        await submit(page);
        await page.waitForURL(thanksUrl(session));
      });
      assert.deepEqual(await testbed.charges(session), [2599]);
    });

    test("another method is paid by its own button, with the same details", async () => {
      const session = await testbed.createSession({ collect: { email: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("Email address").fill("kim@shop.example");
        await choose(page, "bank_transfer");
        await submit(page);
        await page.getByText("Use this reference").waitFor();
      });
      const { customerEmail } = await testbed.readSession(session.id);
      assert.equal(customerEmail, "kim@shop.example");
    });

    test("the Enter key in a field pays by the chosen method", async () => {
      const session = await testbed.createSession({ collect: { email: "required", shippingAddress: {} } });
      await testbed.visit({ js, session }, async (page) => {
        await chooseCountry(page, js, "SG");
        await page.getByLabel("Recipient").fill("Grace Hopper");
        await page.getByLabel("Address", { exact: true }).fill("1 Main Street");
        await page.getByLabel("Postcode").fill("546080");
        await choose(page, "bank_transfer");
        const email = page.getByLabel("Email address");
        await email.fill("kim@shop.example");
        await email.press("Enter");
        await page.getByText("Use this reference").waitFor();
      });
    });

    test("the Enter key in a field pays by the only method", async () => {
      const session = await testbed.createSession({
        collect: { email: "required", shippingAddress: { countries: ["AT", "SG"] } },
        paymentMethods: ["bank_debit"],
      });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("Email address").press("Enter");
        await page.getByText("Enter your email address.").first().waitFor();
        await page.getByText("Enter the account holder’s name.").first().waitFor();
      });
    });

    test("a session with one method asks for the same", async () => {
      const session = await testbed.createSession({
        collect: { name: "required" },
        paymentMethods: ["card"],
      });
      await testbed.visit({ js, session }, async (page) => {
        await page.getByLabel("Full name").fill("Grace Hopper");
        await fillIn(page);
        await submit(page);
        await page.waitForURL(thanksUrl(session));
      });
    });

    test("a card number in another field is refused and doesn't stay there", async () => {
      const session = await testbed.createSession({ collect: { name: "required" } });
      await testbed.visit({ js, session }, async (page) => {
        const name = page.getByLabel("Full name");
        await name.fill(cards.approved);
        await fillIn(page);
        await submit(page);
        await page.getByText("Don’t type a card number here.").first().waitFor();
        assert.equal(await name.inputValue(), "");
      });
      assert.equal(await testbed.attempts(session), 0);
    });
  });
}

test("the fields of another billing address are hidden while it is the shipping address", async () => {
  const session = await testbed.createSession({ collect });
  await testbed.visit({ js: false, session }, async (page) => {
    assert.ok(!(await page.locator("#billing_country").isVisible()));
    await page.getByLabel("Same as the shipping address").uncheck();
    assert.ok(await page.locator("#billing_country").isVisible());
  });
});

test("the Enter key in a field names the faults of the form, and doesn't choose a country", async () => {
  const session = await testbed.createSession({ collect: { email: "required", shippingAddress: {} } });
  await testbed.visit({ session }, async (page) => {
    await choose(page, "bank_transfer");
    await page.getByLabel("Email address").press("Enter");
    await page.locator(".notice:focus").waitFor();
    assert.deepEqual(await page.locator(".notice li").allTextContents(), [
      "Enter your email address.",
      "Choose a country or region.",
    ]);
  });
});

test("the fields of an address follow from the country, whichever is chosen last, and keep what has been typed", async () => {
  const session = await testbed.createSession({ collect: { shippingAddress: {} } });
  await testbed.visit({ session }, async (page) => {
    await chooseCountry(page, true, "US");
    await page.getByLabel("City").fill("Vienna");
    await page.locator("#shipping_country").selectOption("JP");
    await page.locator("#shipping_country").selectOption("AT");
    await page.getByLabel("Postcode").waitFor();
    assert.equal(await page.locator("#shipping_region").count(), 0);
    assert.equal(await page.getByLabel("City").inputValue(), "Vienna");
  });
});

test("if the fields of a country can't be loaded, the button for them appears", async () => {
  const session = await testbed.createSession({ collect: { shippingAddress: {} } });
  await testbed.visit({ session }, async (page) => {
    await page.route("**/pay/*", (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Nothing</p>" }),
    );
    await page.locator("#shipping_country").selectOption("US");
    const button = page.getByRole("button", { name: "Show the address fields" });
    await button.waitFor();
    await page.unroute("**/pay/*");
    await button.click();
    await page.locator("#shipping_recipient:focus").waitFor();
  });
});

test("a corrected field loses its fault once it is left", async () => {
  const session = await testbed.createSession({ collect: { email: "required" } });
  await testbed.visit({ session }, async (page) => {
    await fillIn(page);
    await submit(page);
    await page.locator("#email:focus").fill("ada@shop.example");
    await page.keyboard.press("Tab");
    await page.locator("#email-error").waitFor({ state: "detached" });
    assert.equal(await page.locator("#email").getAttribute("aria-invalid"), null);
  });
});

/** The merchant as the page names it. */
async function merchantName(page: Page): Promise<string> {
  return (await page.locator(".merchant bdi").first().textContent()) ?? "";
}
