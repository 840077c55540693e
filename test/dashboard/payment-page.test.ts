import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { startPeopleApp, usePeopleApp } from "../../src/people/test-support.ts";
import { disputed } from "../api/disputing.ts";
import { authorize, cardDetails, pay, submitForm } from "../api/paying.ts";
import { startReviewAt } from "../api/payment-in-review.ts";
import { makeSession } from "../api/support.ts";
import { openBrowser, useBrowser } from "../support/browser.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// What people do on a payment's page: capture, release, answer a dispute, and read what happened.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

const fetchPayment = async (id: string) => (await kassa.call("GET", `/api/payments/${id}`)).body;

async function finish(page: Page, outcome: string): Promise<void> {
  await page.getByRole("status").getByText(outcome).waitFor();
  await page.getByRole("button", { name: "OK" }).click();
}

for (const [name, options] of layouts) {
  test(`a part is captured and the rest released, and the page tells of it: ${name}`, async () => {
    const payment = await authorize(kassa, { customerEmail: "rosa@shop.example", metadata: { cart: "17" } });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `capture-${name}`);
      await page.goto(`${start}/payments/${payment.id}`);
      await page.getByText("Authorized €25.99").waitFor();
      await lookAt(page, `payment-authorized-${name}`);
      await page.getByRole("button", { name: "Capture" }).click();
      await page.getByLabel("Amount (EUR)").fill("26");
      await page.getByText("At most €25.99 can be captured.").waitFor();
      await page.getByLabel("Amount (EUR)").fill("10");
      await page.getByText("€15.99 stays authorized").waitFor();
      await lookAt(page, `payment-capture-${name}`);
      await page.getByRole("button", { name: "Capture €10.00" }).click();
      await finish(page, "€10.00 was captured.");
      await page.getByText("Captured €10.00").waitFor();
      await page.getByRole("button", { name: "Void" }).click();
      await page.getByText("The captured €10.00 stays with you.").waitFor();
      await page.getByRole("button", { name: "Release €15.99" }).click();
      await finish(page, "€15.99 was released.");
      await page.getByText("Released €15.99 to the customer").waitFor();
      await page.getByText("Ledger", { exact: true }).click();
      await page.getByText("Owed by the customer's bank").first().waitFor();
      await page.getByText("The customer began to pay: Visa •••• 4242").waitFor();
      await page.getByText("The session was created").waitFor();
      await page.getByText("Calls to the payment provider").click();
      for (const call of ["Charge: approved", "Capture: done", "Release: done"])
        await page.getByText(call).waitFor();
      await lookAt(page, `payment-captured-${name}`);
      const receipt = await page.getByRole("link", { name: "Receipt" }).getAttribute("href");
      assert.equal((await fetch(kassa.url + receipt)).status, 200);
    });
    const { amountCaptured, amountCapturable } = await fetchPayment(payment.id);
    assert.deepEqual({ amountCaptured, amountCapturable }, { amountCaptured: 1000, amountCapturable: 0 });
  });

  test(`colleagues leave notes and tags, and the timeline says who did what: ${name}`, async () => {
    const payment = await pay(kassa, { session: { customerEmail: "rosa@shop.example" } });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `notes-${name}`);
      await page.goto(`${start}/payments/${payment.id}`);
      await page.getByLabel("New note").fill("<b>Asked</b> for a later delivery.\nCall back on Monday.");
      await page.getByRole("button", { name: "Add note" }).click();
      const note = page.getByRole("article", { name: /^Note by notes-/ });
      await note.getByText("<b>Asked</b> for a later delivery.").waitFor();
      const field = page.getByLabel("New note");
      await until(async () => (await field.inputValue()) === "", "the field is empty for the next note");
      await page.getByRole("button", { name: "Add tags" }).click();
      await page.getByRole("combobox", { name: "Tags" }).fill(`gift ${name}`);
      await page.keyboard.press("Enter");
      await page.getByRole("combobox", { name: "Tags" }).fill("to check");
      await page.getByRole("button", { name: "Save tags" }).click();
      await page.getByRole("link", { name: "to check" }).waitFor();
      await page.getByText(/notes-.* changed the tags/).waitFor();
      await page.getByRole("button", { name: "Refund" }).click();
      await page.getByLabel("Amount (EUR)").fill("7");
      await page.getByRole("button", { name: "Refund €7.00" }).click();
      await finish(page, "€7.00 was refunded.");
      await page.getByText(/notes-.* asked for a refund of €7.00/).waitFor();
      await lookAt(page, `payment-notes-${name}`);
      await page.getByRole("button", { name: /^Delete: <b>Asked/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await note.waitFor({ state: "detached" });
      await page.getByRole("link", { name: `gift ${name}` }).click();
      await page.waitForURL(/payments\?tag=gift/);
      await page.getByText("rosa@shop.example").waitFor();
    });
    assert.deepEqual((await fetchPayment(payment.id)).tags, [`gift ${name}`, "to check"]);
  });

  test(`a declined payment says why, and its metadata is edited: ${name}`, async () => {
    const payment = await pay(kassa, { card: "4000 0000 0000 9995", session: { metadata: { cart: "17" } } });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `declined-${name}`);
      await page.goto(`${start}/payments/${payment.id}`);
      await page.getByText("The customer's bank declined the card: insufficient funds").first().waitFor();
      await page.getByRole("button", { name: "Deliveries" }).first().click();
      await page.getByText("This event was sent to no endpoint.").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Value").first().fill("18");
      await page.getByLabel("Name").last().fill("clerk");
      await page.getByLabel("Value").last().fill("Grace");
      await lookAt(page, `payment-metadata-${name}`);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Grace").waitFor();
      await lookAt(page, `payment-declined-${name}`);
    });
    assert.deepEqual((await fetchPayment(payment.id)).metadata, { cart: "18", clerk: "Grace" });
  });

  test(`a dispute is answered with a text and a file, another is accepted: ${name}`, async () => {
    const answered = await disputed(kassa, "fraudulent");
    const accepted = await disputed(kassa, "notReceived");
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `disputes-${name}`);
      await page.goto(`${start}/payments/${answered.payment}`);
      await page.getByText("Answer by").waitFor();
      await lookAt(page, `payment-disputed-${name}`);
      await page.getByRole("button", { name: "Submit evidence" }).click();
      await page.getByLabel("The customer's name").fill("Rosa Parks");
      await page.locator('input[type="file"]').setInputFiles({
        name: "delivery-note.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
      });
      await page.getByRole("button", { name: "Upload" }).click();
      await page.getByText("delivery-note.pdf, 1 kB").waitFor();
      await lookAt(page, `payment-evidence-${name}`);
      await page.getByRole("button", { name: "Send to the bank" }).click();
      await finish(page, "The evidence was sent to the bank.");
      await page.getByText("Evidence was sent").waitFor();
      await page.goto(`${start}/payments/${accepted.payment}`);
      await page.getByRole("button", { name: "Accept the dispute" }).click();
      await page.getByText("The customer keeps €25.99.").waitFor();
      await page.getByRole("button", { name: "Give up €25.99" }).click();
      await finish(page, "The dispute was accepted.");
    });
    const read = async (id: string) => (await kassa.call("GET", `/api/disputes/${id}`)).body;
    assert.equal((await read(accepted.id)).accepted, true);
    const { evidence, files, evidenceSubmittedAt } = await read(answered.id);
    assert.deepEqual(evidence, { customerName: "Rosa Parks" });
    assert.equal(files.length, 1);
    assert.ok(evidenceSubmittedAt);
  });
}

test("a charge of another amount is explained and accepted", async (t) => {
  const { shop, payment } = await startReviewAt(t, startPeopleApp);
  const other = openBrowser(shop.url);
  t.after(() => other.close());
  await other.visit({ mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, shop, "review");
    await page.goto(`${start}/payments/${payment.id}`);
    await page.getByText("The payment provider approved €15.60 instead of €25.99.").waitFor();
    await lookAt(page, "payment-review-desktop");
    await page.getByRole("button", { name: "Accept the charge" }).click();
    await page.getByRole("button", { name: "Accept €15.60" }).click();
    await finish(page, "€15.60 was accepted.");
    await page.getByRole("button", { name: "Accept the charge" }).waitFor({ state: "detached" });
  });
  const { body } = await shop.call("GET", `/api/payments/${payment.id}`);
  assert.equal(body.status, "captured");
});

test("what the customer chose on the payment page stands beside the payment: quantities, the discount and the tip", async () => {
  const { id } = await makeSession(kassa, {
    amount: 2000,
    lineItems: [
      { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 1, maximum: 5 } },
    ],
    promotionCodes: [{ code: "SUMMER10", percentOff: "10" }],
    tips: { percentages: ["10"] },
  });
  const page = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, quantity_0: "3", promotion_code: "summer10", tip: "0" });
  await fetch(`${kassa.url}/pay/${id}/amount`, { method: "POST", body, redirect: "manual" });
  await submitForm(kassa, id, { number: cards.approved, ...cardDetails });
  const { payment } = (await kassa.call("GET", `/api/checkout/sessions/${id}`)).body;
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, kassa, "chosen");
    await page.goto(`${start}/payments/${payment}`);
    for (const text of ["3 × Mug", "Discount (SUMMER10)", "-€3.00", "Tip", "€2.70"])
      await page.getByText(text, { exact: true }).first().waitFor();
    await lookAt(page, "payment-chosen");
  });
});

test("what the customer entered on the payment page stands beside the payment", async () => {
  const collect = {
    name: "required",
    billingAddress: "required",
    customFields: [{ key: "g", label: "Guests", type: "number" }],
  };
  const { id } = await makeSession(kassa, { collect });
  const address = {
    billing_country: "DE",
    billing_line1: "Unter den Linden 5",
    billing_postal_code: "10117",
    billing_city: "Berlin",
  };
  const entered = { full_name: "Grace Hopper", custom_1: "3", ...address };
  await submitForm(kassa, id, { ...entered, number: cards.approved, ...cardDetails });
  const { payment } = (await kassa.call("GET", `/api/checkout/sessions/${id}`)).body;
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, kassa, "collected");
    await page.goto(`${start}/payments/${payment}`);
    await page.getByText("Unter den Linden 5, 10117 Berlin, Germany").waitFor();
    for (const text of ["Grace Hopper", "Guests"]) await page.getByText(text).waitFor();
    await lookAt(page, "payment-collected");
  });
});
