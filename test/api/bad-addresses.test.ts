import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const post = (rawBody: string, key?: string) =>
  kassa.call("POST", sessionsPath, key === undefined ? { rawBody } : { rawBody, key });
const create = (changes: Record<string, unknown>) => post(JSON.stringify(sessionBody(changes)));

test("refuses URLs that could lead a customer to the wrong place", async () => {
  const bad = [
    ...[
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "ftp://shop.example/",
      "file:///etc/passwd",
    ],
    ...[
      "//shop.example/",
      "/thanks",
      "shop.example",
      "https:shop.example",
      "https:/shop.example",
      "https://",
      "",
    ],
    ...["https://user:pw@shop.example/", "https://shop.example@evil.example/", "https:\\\\shop.example/"],
    ...[
      "https://shop.example/\n",
      " https://shop.example/",
      "https://shop.example/%0d%0aSet-Cookie:x",
      "https://shop.example:99999/",
    ],
    `https://shop.example/${"a".repeat(2048)}`,
  ];
  for (const url of bad) {
    assertProblem(await create({ successUrl: url }), "url_invalid", "/successUrl", url);
    assertProblem(await create({ cancelUrl: url }), "url_invalid", "/cancelUrl", url);
  }
  for (const url of [7, null, ["https://shop.example/"], {}]) {
    assertProblem(await create({ successUrl: url }), "url_invalid", "/successUrl", String(url));
  }
  const withImage = {
    amount: 1,
    lineItems: [{ name: "a", quantity: 1, unitAmount: 1, imageUrl: "javascript:x" }],
  };
  assertProblem(await create(withImage), "url_invalid", "/lineItems/0/imageUrl");
  const inLive = JSON.stringify(sessionBody({ successUrl: "http://shop.example/" }));
  assertProblem(await post(inLive, kassa.tenant.keys.live.secret), "url_invalid", "/successUrl");
  assert.equal((await post(inLive)).status, 200);
});

test("a tenant with a list of allowed hosts redirects customers to no other host", async () => {
  const pinned = await kassa.makeTenant("Pinned");
  await kassa.db.sql("UPDATE tenants SET allowed_hosts = $2 WHERE tenant_id = $1", [
    pinned.tenant.tenantId,
    ["shop.example", "*.shop.example"],
  ]);
  const asPinned = (successUrl: string) =>
    kassa.call("POST", sessionsPath, { key: pinned.keys.live.secret, body: sessionBody({ successUrl }) });
  for (const good of ["https://shop.example/", "https://SHOP.example:8443/x", "https://pay.shop.example/"]) {
    assert.equal((await asPinned(good)).status, 200, good);
  }
  for (const bad of [
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "https://notshop.example/",
  ]) {
    assertProblem(await asPinned(bad), "url_not_allowed", "/successUrl", bad);
  }
});
