import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { payByDebit, payOnPage } from "../../test/api/paying.ts";
import { makeSession } from "../../test/api/support.ts";
import { checkAccessibility } from "../../test/support/axe.ts";
import { openBrowser, type TestBrowser } from "../../test/support/browser.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { problemCodes } from "../kernel/problem-codes.ts";
import { entries } from "./navigation.ts";
import { pages as files } from "./pages.ts";

/** All pages that are reached by the navigation. */
const pages: readonly { readonly path: string }[] = [
  ...files,
  ...entries.filter(({ path }) => !files.some((page) => page.path === path)),
];

let browser: TestBrowser;
const kassa = useTestApp({}, async () => {
  browser = openBrowser(kassa.url);
});
after(async () => {
  await browser.close();
});

const pageText = async (path: string): Promise<string> => (await kassa.call("GET", path, { key: null })).text;

test("every page in the menu is served without inline code, under a policy that allows none", async () => {
  for (const { path } of pages) {
    const { status, headers, text } = await kassa.call("GET", path, { key: null });
    assert.equal(status, 200, path);
    assert.match(
      headers.get("content-security-policy") ?? "",
      /^default-src 'none'; style-src 'self'; script-src 'nonce-[^']+'; connect-src 'self';/,
    );
    assert.doesNotMatch(headers.get("content-security-policy") ?? "", /unsafe|https?:/);
    assert.doesNotMatch(text, /<script(?![^>]* src=)| style=/);
  }
});

test("no link within the docs is broken, anchors included", async () => {
  const texts = new Map<string, string>();
  for (const { path } of pages) texts.set(path, await pageText(path));
  for (const [path, text] of texts) {
    for (const [, href = ""] of text.matchAll(/href="([/#][^"]*)"/g)) {
      const [target = "", anchor] = href.split("#");
      const page = target === "" ? path : target;
      if (!texts.has(page))
        assert.equal((await kassa.call("GET", page, { key: null })).status, 200, `${path} → ${href}`);
      else if (anchor !== undefined)
        assert.ok(texts.get(page)?.includes(`id="${anchor}"`), `${path} → ${href}`);
    }
  }
});

test("each problem's type links to its section", async () => {
  const text = await pageText("/docs/errors");
  for (const code of Object.keys(problemCodes)) assert.ok(text.includes(`id="${code}"`), code);
  const { body } = await kassa.call("GET", "/api/checkout/sessions", { key: null });
  assert.equal(body.type, `${kassa.url}/docs/errors#authentication_failed`);
});

test("no page shows a diagram's source", async () => {
  for (const { path } of pages)
    assert.doesNotMatch(await pageText(path), /stateDiagram|sequenceDiagram/, path);
});

test("a picture has a size, so that the page doesn't move, and a dark variant; it is served", async () => {
  const [picture = ""] = /<picture>.*?<\/picture>/.exec(await pageText("/docs")) ?? [];
  assert.match(picture, /<source media="\(prefers-color-scheme: dark\)" srcset="[^"]+-dark\.webp">/);
  assert.match(picture, / width="1200" height="750"/);
  const address = /src="([^"]+-light\.webp)"/.exec(picture)?.[1] ?? "";
  const { status, headers } = await kassa.call("GET", address, { key: null });
  assert.deepEqual([status, headers.get("content-type")], [200, "image/webp"]);
});

test("a diagram is a picture, and its transitions are listed", async () => {
  const text = await pageText("/docs/how-to/disputes");
  const address = /<img src="(\/docs\/images\/diagrams\/[^"]+)"/.exec(text)?.[1] ?? "";
  const { status, headers } = await kassa.call("GET", address, { key: null });
  assert.deepEqual([status, headers.get("content-type")], [200, "image/svg+xml"]);
  assert.match(text, /<details class="transitions">/);
});

test("guides show this server's address", async () => {
  assert.ok(
    (await pageText("/docs/get-started/first-session"))
      .replaceAll(/<[^>]+>/g, "")
      .includes(`export KASSA&#61;${kassa.url}`),
  );
});

const headingAt = async (path: string): Promise<string | undefined> =>
  /<h1>([^<]*)<\/h1>/.exec(await pageText(path))?.[1];
const paidPage = (id: string): string => `/docs/paid?session=${id}`;

test("the page after the first payment says what is true of the session", async () => {
  const { id } = await makeSession(kassa);
  assert.equal(await headingAt(paidPage(id)), "Your first session is open");
  await payOnPage(kassa, id);
  assert.equal(await headingAt(paidPage(id)), "Your first session is paid");
  assert.ok((await pageText(paidPage(id))).includes(`<code>${id}</code>`));

  const held = await makeSession(kassa, { captureMethod: "manual" });
  await payOnPage(kassa, held.id);
  assert.equal(await headingAt(paidPage(held.id)), "Your first session is authorized");

  const slow = await makeSession(kassa);
  await payByDebit(kassa, slow.id, "DE89370400440532013000");
  assert.equal(await headingAt(paidPage(slow.id)), "Your first session is processing");

  const closed = await makeSession(kassa);
  await kassa.call("POST", `/api/checkout/sessions/${closed.id}/expire`);
  assert.equal(await headingAt(paidPage(closed.id)), "Your first session has expired");
});

test("the page after the first payment tells nothing of a session to who has no id, and nothing of live ones", async () => {
  const unknown = "cs_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK";
  assert.equal(await headingAt(paidPage(unknown)), "There is no session with this id");
  const live = await makeSession(kassa, {}, { key: kassa.tenant.keys.live.secret });
  assert.equal(await headingAt(paidPage(live.id)), "There is no session with this id");
  for (const path of ["/docs/paid", "/docs/paid?session=a&session=b"])
    assert.equal(await headingAt(path), "The customer’s return");
  const forged = await pageText(`/docs/paid?session=${encodeURIComponent("<b>Call 0900 now</b>")}`);
  assert.doesNotMatch(forged, /0900/);
});

test("every page whose commands use $KASSA or $KEY links to where they are set", async () => {
  for (const path of [...pages.map((page) => page.path), "/docs/paid"]) {
    const text = await pageText(path);
    if (!/\$(KASSA|KEY)\b/.test(text) || path === "/docs/get-started/first-session") continue;
    assert.ok(text.includes(`<a href="/docs/get-started/first-session#1-start-kassa">`), path);
  }
});

test("each variable in a README command is set by an earlier command", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const set = new Set<string>();
  for (const [, code = ""] of readme.matchAll(/^```sh\n(.*?)^```/gms)) {
    for (const [, exported, used] of code.matchAll(/export (\w+)=|\$(\w+)/g)) {
      if (exported !== undefined) set.add(exported);
      else assert.ok(set.has(String(used)), `$${used} in ${code}`);
    }
  }
  assert.deepEqual([...set], ["KASSA", "KEY"], "the variables that other pages use");
});

test("the root redirects to the docs", async () => {
  const { status, headers } = await kassa.call("GET", "/", { key: null });
  assert.deepEqual([status, headers.get("location")], [302, "/docs"]);
});

/** axe takes 66 s for all pages in all four variants, and 10 s for these. */
const looks = [
  {
    dark: false,
    phone: true,
    examined: ["/docs", "/docs/api/refunds", "/docs/reference/sandbox", "/docs/paid"],
  },
  {
    dark: true,
    phone: false,
    examined: ["/docs/api", "/docs/reference/payments", "/docs/errors", "/docs/paid"],
  },
] as const;

for (const { dark, phone, examined } of looks) {
  const where = `in ${dark ? "dark" : "light"} on a ${phone ? "phone" : "desktop"}`;
  test(`${where} no page overflows, and axe finds no violation`, async () => {
    await browser.visit({ dark, phone }, async (page) => {
      if (phone) await page.setViewportSize({ width: 320, height: 640 });
      for (const path of [...pages.map((entry) => entry.path), "/docs/paid"]) {
        await page.goto(kassa.url + path);
        const { width = 0 } = page.viewportSize() ?? {};
        assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth")) <= width, path);
        if (examined.some((wanted) => wanted === path)) await checkAccessibility(page);
      }
    });
  });
}

test("each file of the docs has a place in the navigation, and each place a file", () => {
  const folder = new URL("../../docs/", import.meta.url);
  const written = globSync("{README.md,{get-started,how-to,reference,explanation,operate}/**/*.md}", {
    cwd: folder,
  });
  assert.deepEqual(written.toSorted(), files.map(({ file }) => file).toSorted());
});
