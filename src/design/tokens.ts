import { readFileSync } from "node:fs";

/**
 * The design's colours, light and dark, its type scale, shape, motion and the one space that grows with the screen, as
 * CSS custom properties. Every style sheet of Kassa begins with them, and none has any of its own. The accent is the
 * merchant's later; everything else is the same for all.
 */
export const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
