import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../support/axe.ts";
import { phone, screenshot } from "../support/browser.ts";
import { useGallery } from "./looks/gallery.ts";

/** The page with the settings of customers who see, read or hold it differently. */
const gallery = useGallery();

const states = ["open", "open_with_errors", "transfer", "processing", "paid", "receipt"];
const locales = ["en", "ar"];

/** Applies the settings in `work` to every page in turn. */
async function eachPage(work: (page: Page, name: string) => Promise<void>): Promise<void> {
  for (const locale of locales)
    await gallery.visit({ locale, phone: true }, async (page) => {
      for (const state of states) {
        await page.goto(gallery.url(locale, state));
        await work(page, `${state}-${locale}`);
      }
    });
}

/** Elements whose content is clipped and can't be scrolled to. */
const clippedElements = `[...document.querySelectorAll("body *")].filter((element) => {
  const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element);
  if (clip !== "auto" || clipPath !== "none" || element.closest("svg, select")) return false;
  return (overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1)
    || (overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1);
}).map((element) => element.outerHTML.slice(0, 120))`;

const widthOf = (page: Page): Promise<unknown> => page.evaluate("document.documentElement.scrollWidth");

test("at twice the font size nothing is clipped and nothing scrolls sideways", async () => {
  await eachPage(async (page, name) => {
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    assert.equal(await widthOf(page), phone.width, name);
    assert.deepEqual(await page.evaluate(clippedElements), [], name);
    await screenshot(page, `${name}-large-letters`);
  });
});

test("at 200 % zoom on a small desktop nothing is clipped and nothing scrolls sideways", async () => {
  await eachPage(async (page, name) => {
    // 1280 by 800 screen pixels, two per CSS pixel.
    await page.setViewportSize({ width: 640, height: 400 });
    assert.equal(await widthOf(page), 640, name);
    assert.deepEqual(await page.evaluate(clippedElements), [], name);
  });
});

type Mark = { readonly open: boolean; readonly color: string; readonly width: number };

/** The radio button before each method's name, which is filled for the open form. */
const marksOf = (page: Page): Promise<Mark[]> =>
  page.evaluate(`[...document.querySelectorAll(".choice")].map((mark) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(mark);
    return { open: mark.checked, color: borderTopColor, width: parseFloat(borderTopWidth) };
  })`);

test("in forced colours fields and buttons have borders, the open method is marked, and focus is visible", async () => {
  await eachPage(async (page, name) => {
    await page.emulateMedia({ forcedColors: "active" });
    const edgeless = await page.evaluate(`
      [...document.querySelectorAll("input:not([type=hidden]), select, button, a.button, .choice")]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
          return borderTopStyle === "none" || parseFloat(borderTopWidth) < 1;
        })
        .map((element) => element.outerHTML.slice(0, 120))`);
    assert.deepEqual(edgeless, [], name);
    await checkAccessibility(page);
    const marks = await marksOf(page);
    const [chosen] = marks.filter(({ open }) => open);
    if (name.startsWith("open")) assert.ok(chosen && marks.length > 1, `${name}: several methods`);
    for (const mark of marks.filter(({ open }) => !open))
      assert.ok(
        chosen && mark.color !== chosen.color && mark.width < chosen.width,
        `${name}: ${JSON.stringify(marks)}`,
      );
    await page.keyboard.press("Tab");
    // For "none" Chromium computes a width of 3 pixels all the same; only the style differs.
    const { focused, outlineStyle } = await page.evaluate<{ focused: boolean; outlineStyle: string }>(
      "({ focused: document.activeElement !== document.body, outlineStyle: getComputedStyle(document.activeElement).outlineStyle })",
    );
    assert.ok(focused, `${name}: something has the focus`);
    assert.notEqual(outlineStyle, "none", name);
    await screenshot(page, `${name}-forced-colours`);
  });
});

test("with reduced motion nothing moves", async () => {
  await eachPage(async (page, name) => {
    // The windows of these tests request reduced motion already.
    const moving = await page.evaluate(
      "document.getAnimations().map((one) => one.animationName ?? one.transitionProperty)",
    );
    assert.deepEqual(moving, [], name);
    const slow = await page.evaluate(
      "[...document.querySelectorAll('*')].filter((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0).length",
    );
    assert.equal(slow, 0, name);
  });
});
