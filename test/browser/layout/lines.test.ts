import assert from "node:assert/strict";
import { test } from "node:test";
import { useGallery } from "../looks/gallery.ts";

/** Where lines break, and how high they are. Fonts differ between machines, so that each test holds with any. */
const gallery = useGallery();

/** The words of the page's paragraphs that stand on more than one line. */
const splitWords = `[...document.querySelectorAll("main p")].flatMap((paragraph) =>
  [...paragraph.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).flatMap((text) =>
    [...text.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(([word]) => word)))`;

test("Korean breaks between words", async () => {
  await gallery.visit({ locale: "ko", phone: true }, async (page) => {
    for (const state of [
      "open_wallet_cancelled",
      "late_returned",
      "attempts_used_up",
      "error_form_refused",
    ]) {
      await page.goto(gallery.url("ko", state));
      assert.deepEqual(await page.evaluate(splitWords), [], state);
    }
  });
});

test("a deadline of two lines breaks before its date, not within the label", async () => {
  await gallery.visit({ locale: "ta", phone: true }, async (page) => {
    await page.goto(gallery.url("ta", "open"));
    const label = `(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".deadline").firstChild);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })()`;
    assert.equal(await page.evaluate(label), 1, "the label is on one line");
  });
});

test("the marks of Burmese and Khmer have room between the lines", async () => {
  await gallery.visit({ phone: true }, async (page) => {
    for (const locale of ["my", "km"]) {
      await page.goto(gallery.url(locale, "expired"));
      const tight = `[...document.querySelectorAll("main h1, main p, footer p")].filter((element) => {
        const { lineHeight, fontSize } = getComputedStyle(element);
        return !element.matches(".amount") && parseFloat(lineHeight) < 1.6 * parseFloat(fontSize);
      }).map(({ textContent }) => textContent)`;
      assert.deepEqual(await page.evaluate(tight), [], locale);
    }
  });
});

test("a region has more room than the postcode beside it, whichever comes first", async () => {
  await gallery.visit({ phone: true }, async (page) => {
    for (const locale of ["en", "ja"]) {
      await page.goto(gallery.url(locale, "open_details_address_jp"));
      const pair = page
        .locator(".details .pair")
        .filter({ has: page.locator("select") })
        .first();
      const region = await pair.locator("select").boundingBox();
      const postcode = await pair.locator("input").boundingBox();
      assert.ok(region && postcode && region.y === postcode.y && region.width > postcode.width + 24, locale);
    }
  });
});
