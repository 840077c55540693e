import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { contrastOf, parseHex, type Rgb, toOklch } from "../../../src/design/oklch.ts";
import { checkAccessibility, colorRules } from "../../support/axe.ts";
import { useGallery } from "../looks/gallery.ts";
import { brandColors, layoutViews, logos } from "./views.ts";

/** A merchant's colour and logo, as the browser draws them. */
const gallery = useGallery(layoutViews);

type Drawn = {
  readonly fill: string;
  readonly border: string;
  readonly text: string;
  readonly ground: string;
};

const drawnButton = (page: Page): Promise<Drawn> =>
  page.evaluate(`(() => {
    const { backgroundColor, borderTopColor, color } = getComputedStyle(document.querySelector(".primary"));
    const ground = getComputedStyle(document.querySelector(".payment")).backgroundColor;
    return { fill: backgroundColor, border: borderTopColor, text: color, ground };
  })()`);

function rgbOf(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((channel) => Number(channel) / 255);
  return [red, green, blue];
}

const lightness = (color: string): number => toOklch(rgbOf(color)).lightness;

const keptExactly: readonly string[] = ["#ffd400", "#ffffff", "#ff0000", "#000000", "#1f4e8c"];

const contrast = (one: string, other: string): number => contrastOf(rgbOf(one), rgbOf(other));

const hexOf = (color: string): string =>
  `#${rgbOf(color)
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

for (const brandColor of brandColors) {
  test(`${brandColor} is seen and read on the light page and on the dark one`, async () => {
    await gallery.visit({}, async (page) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(gallery.url("en", `brand_${brandColor.slice(1)}`));
        const { fill, border, text, ground } = await drawnButton(page);
        const about = `${colorScheme}: ${JSON.stringify({ fill, border, text, ground })}`;
        assert.ok(contrast(fill, ground) >= 3 || contrast(border, ground) >= 3, about);
        assert.ok(contrast(text, fill) >= 4.5, about);
        assert.match(hexOf(text), /^#(000000|ffffff)$/);
        // What nearly has enough contrast is drawn a little lighter or darker; everything else is as it was chosen.
        if (keptExactly.includes(brandColor)) assert.equal(hexOf(fill), brandColor, about);
        assert.ok(Math.abs(lightness(fill) - toOklch(parseHex(brandColor)).lightness) <= 0.05, about);
        await checkAccessibility(page, colorRules);
      }
    });
  });
}

for (const [name, { width, height }] of Object.entries(logos)) {
  test(`a logo of ${width} × ${height} (${name}) is shown whole`, async () => {
    await gallery.visit({}, async (page) => {
      for (const [screen, colorScheme] of [
        [320, "light"],
        [320, "dark"],
        [1440, "dark"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: screen, height: 800 });
        await page.goto(gallery.url("en", `logo_${name}`));
        const image = await page.locator(".logo img").boundingBox();
        const plate = await page.locator(".logo").boundingBox();
        assert.ok(image && plate);
        assert.ok(Math.abs(image.width / image.height / (width / height) - 1) < 0.1, JSON.stringify(image));
        assert.ok(image.x >= plate.x && image.x + image.width <= plate.x + plate.width);
        assert.ok(image.y >= plate.y && image.y + image.height <= plate.y + plate.height);
        assert.ok(plate.x >= 0 && plate.x + plate.width <= screen, JSON.stringify(plate));
        // A dark logo on the dark page has white around it.
        if (colorScheme === "dark") assert.ok(plate.width > image.width && plate.height > image.height);
      }
    });
  });
}
