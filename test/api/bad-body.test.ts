import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ProblemCode } from "../../src/kernel/problem-codes.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import {
  assertProblem,
  bodyWithAmount,
  countSessions,
  faultsOf,
  sessionBody,
  sessionsPath,
} from "./support.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

const post = (rawBody: string, key?: string) =>
  kassa.call("POST", sessionsPath, key === undefined ? { rawBody } : { rawBody, key });
const create = (changes: Record<string, unknown>) => post(JSON.stringify(sessionBody(changes)));

test("an amount is a plain whole number, decided on how it was written", async () => {
  const bad = [
    ...[
      "25.99",
      "10.0",
      "1e3",
      "1E3",
      "1e0",
      "-0",
      "0",
      "-1",
      "-2599",
      '"100"',
      '""',
      "null",
      "true",
      "[1]",
      "{}",
    ],
    ...["9007199254740992", "9007199254740993", "1e400", "99999999999999999999999999", "1000000000000"],
  ];
  for (const lexeme of bad) {
    assertProblem(await post(bodyWithAmount(lexeme)), "amount_invalid", "/amount", lexeme);
  }
  for (const lexeme of ["01", "+1", ".5", "1.", "0x10", "NaN", "1_000"]) {
    assert.equal((await post(bodyWithAmount(lexeme))).body.code, "json_invalid", lexeme);
  }
  assert.equal(await countSessions(kassa), 0);
});

test("a body in which two readers could see two things is refused", async () => {
  const valid = '"currency":"EUR","successUrl":"https://shop.example/"';
  const cases: [string, ProblemCode, string | undefined][] = [
    [`{"amount":1,"amount":100,${valid}}`, "json_duplicate_key", "/amount"],
    [`{"amount":1,"am\\u006funt":100,${valid}}`, "json_duplicate_key", "/amount"],
    [`{"amount":1,${valid},"metadata":{"a":"1","a":"2"}}`, "json_duplicate_key", "/metadata/a"],
    [`{"amount":1,${valid},"__proto__":{"amount":5}}`, "unknown_field", "/__proto__"],
    [`{"amount":1,${valid},"metadata":{"__proto__":"x"}}`, "unknown_field", "/metadata/__proto__"],
    [`{"amount":1,${valid},"constructor":"x"}`, "unknown_field", "/constructor"],
    [`{"amount":1,${valid},"Amount":1}`, "unknown_field", "/Amount"],
    [
      `{"amount":1,${valid},"lineItems":[{"name":"a","quantity":1,"unitAmount":1,"sku":"x"}]}`,
      "unknown_field",
      "/lineItems/0/sku",
    ],
    [`{"amount":1,${valid},"a/b~c":1}`, "unknown_field", "/a~1b~0c"],
    [`{"amount":1,${valid}} {}`, "json_invalid", undefined],
    [`{"amount":1,${valid},}`, "json_invalid", undefined],
    [`{amount:1,${valid}}`, "json_invalid", undefined],
    [`\ufeff{"amount":1,${valid}}`, "json_invalid", undefined],
    ["[]", "json_invalid", undefined],
    ["null", "json_invalid", undefined],
    ["1.5", "json_invalid", undefined],
    ['"{}"', "json_invalid", undefined],
    ["", "json_invalid", undefined],
  ];
  for (const [body, code, param] of cases) assertProblem(await post(body), code, param, body);
});

test("nesting ends at eight levels", async () => {
  const nested = (levels: number) =>
    `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/","description":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  assert.equal((await post(nested(7))).body.code, "parameter_invalid");
  assert.equal((await post(nested(8))).body.code, "json_too_deep");
  assert.equal((await post("[".repeat(60_000))).body.code, "json_too_deep");
});

test("texts with characters that can't be stored or seen are refused wherever they stand", async () => {
  const characters = {
    NUL: "\\u0000",
    "lone high surrogate": "\\ud800",
    "lone low surrogate": "a\\udc00",
    "bidi override": "\\u202e",
    "bidi isolate": "\\u2066",
    "zero-width space": "\\u200b",
    "zero-width joiner": "\\u200d",
    "byte order mark": "\\ufeff",
    "raw bidi override": "\u202e",
    "raw zero-width space": "\u200b",
    DEL: "\u007f",
    escape: "\\u001b",
    "line separator": "\u2028",
  };
  const places = (text: string): [string, string][] => [
    [`"description":"x${text}"`, "/description"],
    [`"clientReferenceId":"x${text}"`, "/clientReferenceId"],
    [`"metadata":{"k":"x${text}"}`, "/metadata/k"],
    [`"lineItems":[{"name":"x${text}","quantity":1,"unitAmount":1}]`, "/lineItems/0/name"],
  ];
  for (const [name, text] of Object.entries(characters)) {
    for (const [member, param] of places(text)) {
      const body = `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/",${member}}`;
      assertProblem(await post(body), "text_invalid", param, `${name} in ${param}`);
    }
    const asKey = `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/","metadata":{"x${text}":"v"}}`;
    assert.equal((await post(asKey)).body.code, "text_invalid", `${name} in a metadata key`);
    const asEmail = `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/","customerEmail":"x${text}@shop.example"}`;
    assert.equal((await post(asEmail)).status, 400, `${name} in an e-mail address`);
  }
  assert.equal(await countSessions(kassa), 0);
});

test("the characters that part fields and rows on the way to the database can't be smuggled in", async () => {
  const other = await kassa.makeTenant("Victim");
  const row = [
    other.tenant.tenantId,
    "cs_live_forged",
    "live",
    1,
    "EUR",
    "{}",
    "",
    "",
    "",
    "2026-11-21",
    "2027-11-21",
    "",
    "",
  ];
  for (const [fieldEnd, rowEnd] of [
    ["\\u001f", "\\u001e"],
    ["\u001f", "\u001e"],
    ["\\u001F", "\\u001E"],
  ]) {
    const forged = `x${rowEnd}${row.join(fieldEnd)}`;
    const members = [
      `"clientReferenceId":"${forged}"`,
      `"customerEmail":"${forged}@a.example"`,
      `"metadata":{"k":"${forged}"}`,
    ];
    for (const member of [
      ...members,
      `"locale":"de${rowEnd}"`,
      `"cancelUrl":"https://a.example/${forged}"`,
    ]) {
      const body = `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/",${member}}`;
      assert.equal((await post(body)).status, 400, member);
    }
  }
  for (const key of ["a\u001fb", "a\u001eb"]) {
    const request = kassa.call("POST", sessionsPath, {
      body: sessionBody(),
      headers: { "idempotency-key": key },
    });
    const answer = await request.catch((error: unknown) => error);
    assert.ok(answer instanceof TypeError || (answer as { status: number }).status === 400);
  }
  assert.equal(await countSessions(kassa), 0);
});

test("addresses that could lead a consumer astray are refused", async () => {
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

test("a tenant that pinned its hosts sends consumers to no other", async () => {
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

test("every fault of a body is named, the first of them as the problem itself", async () => {
  const shape = await create({
    amount: "1",
    currency: 5,
    extra: 1,
    successUrl: undefined,
    metadata: { a: 1 },
    locale: 3,
  });
  assert.deepEqual(faultsOf(shape), [
    "amount_invalid /amount",
    "currency_invalid /currency",
    "locale_invalid /locale",
    "metadata_invalid /metadata/a",
    "parameter_missing /successUrl",
    "unknown_field /extra",
  ]);
  const { code, param } = shape.body.errors[0];
  assertProblem(shape, code, param);

  const meaning = await create({
    amount: 1_000_000_000_000,
    successUrl: "javascript:x",
    cancelUrl: "/back",
    locale: "de_DE",
    expiresAt: "tomorrow",
    clock: "clock_1",
    description: "a\u202eb",
    lineItems: [{ name: "4242 4242 4242 4242", quantity: 2, unitAmount: 1 }],
  });
  assert.deepEqual(faultsOf(meaning), [
    "amount_invalid /amount",
    "clock_not_found /clock",
    "expires_at_invalid /expiresAt",
    "line_items_mismatch /lineItems",
    "locale_invalid /locale",
    "pan_in_field /lineItems/0/name",
    "text_invalid /description",
    "url_invalid /cancelUrl",
    "url_invalid /successUrl",
  ]);
});

test("faults of queries are named by the parameter's bare name", async () => {
  const get = (query: string) => kassa.call("GET", `${sessionsPath}?${query}`);
  assertProblem(await get("foo=1"), "unknown_field", "foo");
  assertProblem(await get("limit=0"), "parameter_invalid", "limit");
  assertProblem(await get("createdAfter=yesterday"), "parameter_invalid", "createdAfter");
  assert.deepEqual(faultsOf(await get("limit=101&status=paid&bar=2&currency=EURO")), [
    "currency_invalid currency",
    "parameter_invalid limit",
    "parameter_invalid status",
    "unknown_field bar",
  ]);
});

test("what looks like HTML or SQL is data, and comes back as it went in", async () => {
  const nasty = `<script>alert("1")</script>'); DROP TABLE checkout_sessions;-- =HYPERLINK("x") \${7*7} {{7*7}}`;
  const answer = await create({
    description: nasty,
    clientReferenceId: nasty,
    metadata: { [nasty.slice(0, 40)]: nasty },
  });
  assert.equal(answer.status, 200, answer.text);
  const again = (await kassa.call("GET", `${sessionsPath}/${answer.body.id}`)).body;
  assert.equal(again.description, nasty);
  assert.deepEqual(again.metadata, { [nasty.slice(0, 40)]: nasty });
  const found = await kassa.call("GET", `${sessionsPath}?clientReferenceId=${encodeURIComponent(nasty)}`);
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    [answer.body.id],
  );
});
