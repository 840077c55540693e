import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { useGallery } from "../looks/gallery.ts";
import { scripting } from "../testbed.ts";
import { layoutViews } from "./views.ts";

/** What a customer with a small phone sees before scrolling, and where the page begins after a fault. */
const gallery = useGallery(layoutViews);
const smallPhone = { width: 375, height: 667 };

const open = async (page: Page, locale: string, state: string, viewport = smallPhone): Promise<void> => {
  await page.setViewportSize(viewport);
  await page.goto(gallery.url(locale, state));
};

/** The element's top and bottom on the screen, from 0 to the screen's height where it can be seen. */
async function placeOf(element: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await element.boundingBox();
  assert.ok(box);
  return { top: box.y, bottom: box.y + box.height };
}

async function assertOnScreen(element: Locator, message: string): Promise<void> {
  const { top, bottom } = await placeOf(element);
  assert.ok(top >= 0 && bottom <= smallPhone.height, `${message}: ${top} to ${bottom}`);
}

for (const { js, name } of scripting) {
  for (const locale of ["en", "de", "ar", "ja", "fr", "ru"]) {
    test(`four items and the sandbox's band leave the card number on the first screen (${locale}, ${name})`, async () => {
      await gallery.visit({ js, locale }, async (page) => {
        await open(page, locale, "four_items");
        await assertOnScreen(page.locator("#number"), "the card number");
      });
    });
  }

  test(`on a phone the accepted cards stand on the line of their label (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      await open(page, "en", "four_items");
      const label = await placeOf(page.locator("label[for=number]"));
      const marks = await placeOf(page.locator(".accepted"));
      assert.ok(marks.top < label.bottom, `the marks at ${marks.top}, the label to ${label.bottom}`);
    });
  });

  test(`on a phone the order is one line, which opens (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      await open(page, "en", "four_items");
      const line = page.getByText("4 items · €40.00");
      const item = page.getByText("Watering can");
      assert.equal(await item.isVisible(), false);
      await line.click();
      await item.waitFor();
      assert.ok(await page.getByText("Total", { exact: true }).isVisible());
    });
  });

  test(`beside the payment all items can be seen, and there is nothing to open (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      for (const width of [860, 1024, 1440]) {
        await open(page, "en", "four_items", { width, height: 800 });
        assert.ok(await page.getByText("Watering can").isVisible());
        assert.equal(await page.getByText("4 items · €40.00").isVisible(), false);
      }
    });
  });

  test(`more than four items are folded there, but not their total (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      await open(page, "en", "open_adjusted_many_items", { width: 1024, height: 800 });
      assert.equal(await page.getByText("Free sample").isVisible(), false);
      assert.ok(await page.getByText("VAT 19%").isVisible());
      await page.getByText("7 items", { exact: true }).click();
      await page.getByText("Free sample").waitFor();
      // On a phone there is one fold, not one in another.
      await open(page, "en", "open_adjusted_many_items");
      await page.getByText("7 items · €161.11").click();
      await page.getByText("Free sample").waitFor();
      assert.equal(await page.getByText("7 items", { exact: true }).isVisible(), false);
    });
  });

  test(`a single faulty field has the focus, and is on the screen with its fault (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      await open(page, "en", "four_items_with_fault");
      await page.locator("#cvc:focus").waitFor();
      await assertOnScreen(page.locator("label[for=cvc]"), "its label");
      await assertOnScreen(page.locator("#cvc-error"), "its fault");
      assert.ok(await page.locator(".notice").isVisible());
    });
  });

  test(`of several faults the summary has the focus, and is on the screen (${name})`, async () => {
    await gallery.visit({ js }, async (page) => {
      await open(page, "en", "four_items_with_faults");
      const summary = page.locator(".notice:focus");
      await summary.waitFor();
      await assertOnScreen(summary, "the summary");
    });
  });
}

test("what is folded on the screen is printed", async () => {
  await gallery.visit({}, async (page) => {
    for (const width of [375, 1024]) {
      await open(page, "en", "open_adjusted_many_items", { width, height: 800 });
      await page.emulateMedia({ media: "print" });
      assert.ok(await page.getByText("Free sample").isVisible(), String(width));
      assert.equal(await page.getByText("7 items", { exact: true }).isVisible(), false);
      await page.emulateMedia({ media: null });
    }
  });
});
