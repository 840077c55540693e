import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { heardOn } from "../support/heard.ts";
import { useGallery } from "./looks/gallery.ts";

/**
 * What a screen reader says on the payment page, written out in `heard/`, to be read by people: who changes the page sees in the diff
 * what changes for customers who can't see it. Written anew by `KASSA_WRITE_HEARD=true npm test -- test/browser/heard.test.ts`.
 */
const gallery = useGallery();
const folder = new URL("./heard/", import.meta.url);

const states = ["open", "open_with_errors", "open_declined", "challenge", "transfer", "paid"];

for (const state of states) {
  test(`what is heard on the page in the state ${state}`, async () => {
    await gallery.visit({ phone: true }, async (page) => {
      await page.goto(gallery.url("en", state));
      const heard = await heardOn(page);
      const file = new URL(`${state}.txt`, folder);
      if (process.env.KASSA_WRITE_HEARD === "true") {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, heard);
      }
      assert.equal(heard, readFileSync(file, "utf8"));
    });
  });
}
