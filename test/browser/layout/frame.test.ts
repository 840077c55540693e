import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { useGallery } from "../looks/gallery.ts";
import { layoutViews } from "./views.ts";

/** Columns, the way back and the footer on screens of all widths. */
const gallery = useGallery(layoutViews);

const widths = [320, 375, 768, 1024, 1440];
const locales = ["en", "de", "ar", "ja", "fr", "ru"];

const go = async (page: Page, locale: string, state: string, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(gallery.url(locale, state));
};

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return { ...box, end: box.x + box.width, bottom: box.y + box.height };
}

test("without items and a description the page is one centred column of 480 px, footer included", async () => {
  await gallery.visit({}, async (page) => {
    for (const state of ["open_without_items", "paid_without_items", "not_found", "link"])
      for (const width of [768, 1024, 1440]) {
        await go(page, "en", state, width);
        for (const part of [".payment", ".languages"]) {
          const { x, end, width: wide } = await boxOf(page, part);
          assert.equal(wide, 480, `${part} of ${state} at ${width}`);
          assert.ok(Math.abs(x + end - width) <= 1, `${part} of ${state} at ${width}: ${x} to ${end}`);
        }
        if (state.endsWith("items")) {
          const order = await boxOf(page, ".order");
          assert.ok(order.bottom <= (await boxOf(page, ".payment")).y, "the order stands above the payment");
        }
      }
  });
});

test("the order of a single column moves away with the page, instead of lying over the payment", async () => {
  await gallery.visit({}, async (page) => {
    await go(page, "en", "open_without_items", 1280);
    await page.setViewportSize({ width: 1280, height: 480 });
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const order = await boxOf(page, ".order");
    assert.ok(order.bottom <= (await boxOf(page, ".payment")).y, `the order ends at ${order.bottom}`);
  });
});

test("with items there are two columns on a desktop", async () => {
  await gallery.visit({}, async (page) => {
    for (const width of [1024, 1440]) {
      await go(page, "en", "four_items", width);
      const [order, payment] = [await boxOf(page, ".order"), await boxOf(page, ".payment")];
      assert.ok(order.end < payment.x && order.y < payment.bottom);
    }
  });
});

test("the way back to the shop is the first thing of the page, large enough to tap, and points to the text's start", async () => {
  await gallery.visit({}, async (page) => {
    for (const [locale, label] of [
      ["en", "Back to Fern & Bloom"],
      ["ar", "Fern & Bloom"],
    ] as const)
      for (const width of widths) {
        await go(page, locale, "open", width);
        const link = page.locator("main a").first();
        assert.match((await link.textContent()) ?? "", new RegExp(label));
        assert.equal(await link.getAttribute("href"), "https://shop.example/cart");
        const box = await link.boundingBox();
        assert.ok(box && box.height >= 44);
        assert.ok(box.y + box.height <= (await boxOf(page, ".merchant")).y);
        const mirrored = await page.evaluate(
          "getComputedStyle(document.querySelector('.icon-back')).transform",
        );
        assert.equal(mirrored, locale === "ar" ? "matrix(-1, 0, 0, 1, 0, 0)" : "none");
        assert.equal(
          await page.locator("main a[href='https://shop.example/cart']").count(),
          1,
          "and only there",
        );
      }
    await go(page, "en", "open_without_cancel_url", 375);
    assert.equal(await page.locator("main a").first().textContent(), "Cancel");
  });
});

/**
 * The groups whose rows are uneven: a part that has a row to itself, without filling it, while another row of the group has
 * several. Text that wraps, as in a list of links, isn't a group.
 */
const lonelyParts = `[...document.querySelectorAll("footer, .legal, .contact ul, .languages, .actions, .keep, .pair, .receipt .facts")]
  .filter((group) => group.checkVisibility())
  .flatMap((group) => {
    const parts = [...group.children].filter((part) => part.getBoundingClientRect().width > 2);
    const rows = Map.groupBy(parts, (part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return [...parts].findIndex((other) => {
        const box = other.getBoundingClientRect();
        return box.top < bottom && top < box.bottom;
      });
    });
    const groupWidth = group.clientWidth - parseFloat(getComputedStyle(group).paddingLeft) * 2;
    const several = [...rows.values()].some((row) => row.length > 1);
    return [...rows.values()]
      .filter((row) => several && row.length === 1 && row[0].getBoundingClientRect().width < groupWidth * 0.95)
      .map(([part]) => group.className + " " + group.localName + ": " + part.outerHTML.slice(0, 80));
  })`;

const states = [
  "open",
  "open_without_links",
  "open_without_contact",
  "open_without_items",
  "transfer",
  "paid",
  "expired",
  "receipt",
  "link",
  "not_found",
];

for (const locale of locales)
  test(`nothing stands alone in half a row (${locale})`, async () => {
    await gallery.visit({ locale }, async (page) => {
      for (const state of states) {
        await go(page, locale, state, 320);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await page.evaluate(lonelyParts), [], `${state} at ${width}`);
        }
      }
    });
  });

test("buttons of a group are equally wide", async () => {
  await gallery.visit({}, async (page) => {
    for (const state of ["transfer", "paid", "receipt", "cancelled"])
      for (const width of widths) {
        await go(page, "de", state, width);
        const unequal = await page.evaluate(`[...document.querySelectorAll(".actions, .keep")]
          .map((group) => [...group.querySelectorAll(".button:not([hidden])")].map((one) => one.getBoundingClientRect().width))
          .filter((widths) => Math.max(...widths) - Math.min(...widths) > 1)`);
        assert.deepEqual(unequal, [], `${state} at ${width}`);
      }
  });
});

test("every line of text is a multiple of 4 px high", async () => {
  await gallery.visit({}, async (page) => {
    for (const state of ["open", "open_with_errors", "transfer", "paid", "expired", "receipt"])
      for (const width of [375, 1440]) {
        await go(page, "en", state, width);
        const uneven =
          await page.evaluate(`[...document.querySelectorAll("body *:not(script, select, option)")]
          .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""))
          .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).lineHeight) % 4 !== 0)
          .map((one) => getComputedStyle(one).lineHeight + " " + one.outerHTML.slice(0, 80))`);
        assert.deepEqual(uneven, [], `${state} at ${width}`);
      }
  });
});
