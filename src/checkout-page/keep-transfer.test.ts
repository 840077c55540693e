import assert from "node:assert/strict";
import { test } from "node:test";
import { keepTransfer, transferMail } from "./keep-transfer.ts";
import { locales } from "./locale.ts";
import { sampleViews } from "./sample-views.ts";
import { textsOf } from "./texts.ts";

/** Windows hands no longer address to a mail program. */
const longestAddress = 2_000;

for (const locale of locales)
  test(`${locale}: the e-mail has the details in plain text, fits into an address and has no key to the session`, () => {
    const view = sampleViews(locale).transfer_in_part;
    assert.ok(view?.state === "transfer");
    const texts = textsOf(locale);
    const address = transferMail(view, texts);
    assert.match(address, /^mailto:\?subject=[!-~]+&body=[!-~]+$/);
    assert.ok(address.length <= longestAddress, `${address.length} characters`);
    const { searchParams } = new URL(address);
    const body = searchParams.get("body") ?? "";
    const { accountHolder, iban, reference } = view.instructions;
    const missing = texts.amount(view.order.amountMinor - view.receivedMinor, view.order.currency);
    for (const value of [missing, accountHolder, iban, reference])
      assert.ok(body.split("\r\n").includes(value ?? ""), `${value} stands alone in its line`);
    const subject = searchParams.get("subject") ?? "";
    for (const value of [missing, view.merchant.name])
      assert.ok(subject.includes(value), `${value} is in the subject "${subject}"`);
    const { payBefore } = view.instructions;
    assert.ok(payBefore && body.endsWith(`\r\n${texts.dateTime(payBefore)}`), "until when to pay");
    const received = texts.amount(view.receivedMinor, view.order.currency);
    assert.ok(body.split("\r\n")[0]?.includes(received), "what has arrived");
    assert.doesNotMatch(address, /cs_|token|https?:|\/pay\//);
    assert.doesNotMatch(body, /cs_|token|https?:/);
    assert.ok(
      !/[\u2066-\u2069]/.test(body.split("\r\n").slice(1).join().replaceAll(missing, "")),
      "nothing invisible is copied",
    );
  });

test("the button that prints is hidden until the script shows it, and the e-mail is a link", () => {
  const view = sampleViews("en").transfer_in_part;
  assert.ok(view?.state === "transfer");
  const texts = textsOf("en");
  const page = String(keepTransfer(view, texts));
  assert.match(page, /<button [^>]*data-print hidden>.*<span>Print<\/span>/);
  const link = /<a [^>]*href="([^"]+)"[^>]*>/.exec(page)?.[1];
  assert.equal(link && decoded(link), transferMail(view, texts));
});

/** A text as it was before the page's HTML wrote some of its characters as numbers. */
const decoded = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
