import type { Page } from "playwright-core";

/** Texts of ours that are wider than what shows them, and are cut off without three dots. What is for screen readers only isn't shown. */
const cutOff = `[...document.querySelectorAll("body *")].filter((element) => {
  const { overflowX, textOverflow, position } = getComputedStyle(element);
  return element.checkVisibility() && element.innerText?.trim() && textOverflow !== "ellipsis" && position !== "absolute" &&
    (overflowX === "hidden" || overflowX === "clip") && element.scrollWidth > element.clientWidth + 1;
}).map((element) => element.className + ": " + element.innerText.slice(0, 60))`;

export const cutOffTexts = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string[]>(cutOff)).map((text) => `cut off: ${text}`);
