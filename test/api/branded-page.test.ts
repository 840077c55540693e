import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession } from "./support.ts";

/** How the settings change the payment page that a browser receives. */
const kassa = useTestApp({}, async () => {
  shop = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/mug.png") response.end(png);
    else response.writeHead(404).end();
  });
  shop.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
let shop: Server;
let shopUrl: string;
/** The paths requested from the shop, in order. */
const asked: string[] = [];
/** The number of connections to the shop, whether a request followed or not. */
let connections = 0;

const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d494844520000006000000060", "hex"),
  Buffer.alloc(40),
]);

after(async () => {
  shop.close();
});

const set = async (body: object, key?: string) => {
  const answer = await kassa.call("POST", "/api/settings", { body, ...(key ? { key } : {}) });
  assert.equal(answer.status, 200, answer.text);
};

async function visit(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(kassa.url + new URL(url).pathname, { headers });
  return {
    text: (await response.text()).replaceAll("&#61;", "="),
    headers: response.headers,
    status: response.status,
  };
}

const sheets = (page: string): string[] =>
  [...page.matchAll(/<link rel="stylesheet" href="([^"]+)" integrity="sha384-[^"]+">/g)].map(
    ([, path = ""]) => path,
  );

test("shows name, contact, colour and logo on the page, under the same policy as any page", async () => {
  const plain = await visit((await makeSession(kassa)).url);
  await set({ displayName: "Farn & Blüte", supportPhone: "+49 30 1234567", brandColor: "#ffd400" });
  await fetch(`${kassa.url}/api/settings/logo`, {
    method: "POST",
    headers: { authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`, "content-type": "image/png" },
    body: new Uint8Array(png),
  });
  const branded = await visit((await makeSession(kassa)).url);
  assert.match(branded.text, /Pay <bdi>Farn &#38; Blüte<\/bdi>/);
  assert.match(branded.text, /href="tel:\+49301234567"/);
  assert.match(branded.text, /<img src="\/pay\/logos\/logo_sandbox_\w+" width="40" height="40" alt="">/);
  assert.equal(branded.headers.get("content-security-policy"), plain.headers.get("content-security-policy"));
  assert.doesNotMatch(branded.text, /<style|\sstyle=/);
  assert.equal(sheets(plain.text).length, 1);
  const [, brand = ""] = sheets(branded.text);
  const sheet = await fetch(kassa.url + brand);
  assert.equal(sheet.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.match(
    await sheet.text(),
    /^:root\{--accent:#ffd400;--accent-border:#a98c00;.*dark\)\{:root\{--accent:#ffd400;/,
  );
});

test("sandbox settings appear neither on live pages nor on another merchant's", async () => {
  await set({ displayName: "Sandbox only", brandColor: "#7c3aed" });
  const other = await kassa.makeTenant("Other shop");
  for (const key of [kassa.tenant.keys.live.secret, other.keys.sandbox.secret]) {
    const { text } = await visit((await makeSession(kassa, {}, { key })).url);
    assert.doesNotMatch(text, /Sandbox only|brand-7c3aed/);
  }
});

test("the merchant's language comes after the session's and the browser's, and before English", async () => {
  await set({ defaultLocale: "ja" });
  const { url } = await makeSession(kassa);
  const languageOf = async (headers: Record<string, string> = {}, at = url) =>
    /<html lang="([^"]+)"/.exec((await visit(at, headers)).text)?.[1];
  assert.equal(await languageOf({ "accept-language": "*" }), "ja");
  assert.equal(await languageOf({ "accept-language": "tr, en;q=0.5" }), "tr");
  const explicit = await makeSession(kassa, { locale: "pt-BR" });
  assert.equal(await languageOf({ "accept-language": "tr" }, explicit.url), "pt-BR");
});

test("serves item pictures itself, fetching each from the shop once; an item without one shows its first letter", async () => {
  const item = (name: string, picture?: string) => ({
    name,
    quantity: 1,
    unitAmount: 100,
    ...(picture ? { imageUrl: shopUrl + picture } : {}),
  });
  const lineItems = [item("Mug", "/mug.png"), item("Plate"), item("Spoon", "/gone.png")];
  const { url, id } = await makeSession(kassa, { amount: 300, lineItems });
  const page = await visit(url);
  const path = `/pay/${id}/pictures/`;
  assert.deepEqual(
    [...page.text.matchAll(/<img src="(\/pay\/cs[^"]+)"/g)].map(([, address]) => address),
    [`${path}0`, `${path}2`],
  );
  assert.ok(!page.text.includes(shopUrl), "the browser doesn't learn the shop's URLs");
  const picture = await fetch(`${kassa.url}${path}0`);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), png);
  assert.equal(picture.headers.get("content-type"), "image/png");
  assert.equal(picture.headers.get("cache-control"), "private, max-age=86400");
  assert.match(
    picture.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; frame-ancestors 'none'; sandbox$/,
  );
  await fetch(`${kassa.url}${path}0`);
  const gone = await fetch(`${kassa.url}${path}2`);
  assert.deepEqual(
    [gone.status, gone.headers.get("content-type")],
    [200, "image/gif"],
    "one transparent pixel",
  );
  assert.deepEqual(asked, ["/mug.png", "/gone.png"]);
  assert.ok(
    !(await visit(url)).text.includes(`${path}2`),
    "a picture that can't be fetched isn't linked again",
  );
  for (const strange of [
    `${path}1`,
    `${path}3`,
    `${path}-1`,
    `${path}00000`,
    `${path.replace("cs_", "cs_x")}0`,
  ])
    assertProblem(await kassa.call("GET", strange, { key: null }), "not_found", undefined, strange);
});

test("live pages never fetch pictures from this machine", async () => {
  // The shop speaks no TLS, so no request could arrive; but a connection would be counted.
  const before = connections;
  const lineItems = [
    { name: "Mug", quantity: 1, unitAmount: 2599, imageUrl: shopUrl.replace("http:", "https:") },
  ];
  const { id } = await makeSession(kassa, { lineItems }, { key: kassa.tenant.keys.live.secret });
  const answer = await fetch(`${kassa.url}/pay/${id}/pictures/0`);
  assert.equal(answer.headers.get("content-type"), "image/gif");
  assert.equal(connections, before);
});
