import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProblemCode } from "../../src/kernel/problem-codes.ts";
import { useTestApp } from "../support/use-test-app.ts";
import {
  assertProblem,
  bodyWithAmount,
  countSessions,
  faultsOf,
  sessionBody,
  sessionsPath,
} from "./support.ts";

const kassa = useTestApp();

const post = (rawBody: string, key?: string) =>
  kassa.call("POST", sessionsPath, key === undefined ? { rawBody } : { rawBody, key });
const create = (changes: Record<string, unknown>) => post(JSON.stringify(sessionBody(changes)));

test("accepts only positive integers as amounts, judged by how they are written", async () => {
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

test("refuses a body that two parsers could read differently", async () => {
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
    ["[1]", "json_not_object", undefined],
    ["null", "json_not_object", undefined],
    ["1.5", "json_not_object", undefined],
    ['"{}"', "json_not_object", undefined],
    ["", "json_not_object", undefined],
    [`{"amount":1,${valid},"${"k".repeat(201)}":1}`, "unknown_field", undefined],
  ];
  for (const [body, code, param] of cases) assertProblem(await post(body), code, param, body);
});

test("tells where invalid JSON stops being valid", async () => {
  const cases: [string, RegExp][] = [
    ['{\n  "amount": 1,\n  "currency": EUR\n}', /Expected a value.* \(line 3, column 15\)/],
    ["{'amount':1}", /name in double quotes.* \(line 1, column 2\)/],
    ['{"amount":1', /the text ends.* \(line 1, column 12\)/],
    ["\ufeff{}", /byte order mark \(U\+FEFF\).* \(line 1, column 1\)/],
  ];
  for (const [body, detail] of cases) {
    const answer = await post(body);
    assertProblem(answer, "json_invalid", answer.body.param, body);
    assert.match(answer.body.detail, detail);
  }
  for (const [body, found] of [
    ["[1]", "an array"],
    ["null", "missing or null"],
    ["0", "a number"],
    ["1e5", "a number"],
    ['""', "a string"],
    ["false", "a boolean"],
    ["", "missing or null"],
  ] as const) {
    const { body: fault } = await post(body);
    assert.ok(fault.detail.endsWith(`${found}.`), fault.detail);
  }
});

test("suggests the right name for a misspelt field", async () => {
  const { amount, ...rest } = sessionBody({ clientReferenceID: "x", nonsense: 1 });
  const { body } = await post(JSON.stringify({ ...rest, amuont: amount, succesUrl: "https://a.example/" }));
  const details = Object.fromEntries(
    body.errors.map(({ param, detail }: { param: string; detail: string }) => [param, detail]),
  );
  assert.match(details["/amuont"], /Did you mean "amount"\?$/);
  assert.match(details["/succesUrl"], /Did you mean "successUrl"\?$/);
  assert.match(details["/clientReferenceID"], /Did you mean "clientReferenceId"\?$/);
  assert.match(
    details["/nonsense"],
    /^There is no field "nonsense" here\. The fields are: amount, currency, /,
  );
});

test("suggests the right name for misspelt fields of nested objects, or lists the fields", async () => {
  const { body } = await create({
    items: [],
    lineItems: [{ name: "Mug", qty: 1, unit_amount: 2599 }],
    adjustments: [{ typ: "tax", name: "VAT", amount: 0 }],
  });
  const details = new Map(
    body.errors.map(({ param, detail }: { param: string; detail: string }) => [param, detail]),
  );
  assert.match(String(details.get("/items")), /Did you mean "lineItems"\?$/);
  assert.match(String(details.get("/lineItems/0/unit_amount")), /Did you mean "unitAmount"\?$/);
  assert.match(String(details.get("/adjustments/0/typ")), /Did you mean "type"\?$/);
  assert.equal(
    details.get("/lineItems/0/qty"),
    'There is no field "qty" here. The fields are: name, quantity, unitAmount, imageUrl, adjustableQuantity.',
  );
});

test("names at most twenty faults, truncates pointers, and keeps a problem within 16 KiB", async () => {
  const wide = Object.fromEntries(Array.from({ length: 3_500 }, (_, index) => [`field${index}`, 1]));
  const long = Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [`${index}\u0007`.padEnd(200, "\u0007"), 1]),
  );
  for (const changes of [wide, long, { metadata: long }, { lineItems: Array(1_000).fill(wide.field1) }]) {
    const answer = await create(changes);
    assert.equal(answer.status, 400);
    assert.ok((answer.body.errors ?? []).length <= 20);
    assert.ok(answer.text.length <= 16_384, `${answer.text.length} bytes`);
  }
  assertProblem(
    await create({ metadata: { ["é".repeat(200)]: "x".repeat(501) } }),
    "metadata_invalid",
    "/metadata",
  );
});

test("treats fields named like methods of JavaScript objects as any other unknown field", async () => {
  const names = ["valueOf", "toString", "constructor", "hasOwnProperty", "length", "__defineGetter__"];
  const objects = names.flatMap((name) => [{ [name]: 1 }, { [name]: 2 }]);
  for (const changes of [
    { paymentMethods: objects },
    { metadata: objects[0] },
    { lineItems: objects },
    { description: objects[0] },
    objects[0],
  ])
    assert.equal((await create({ ...changes })).status, 400, JSON.stringify(changes));
  assertProblem(await create({ valueOf: 1 }), "unknown_field", "/valueOf");
});

test("limits nesting to eight levels", async () => {
  const nested = (levels: number) =>
    `{"amount":1,"currency":"EUR","successUrl":"https://shop.example/","description":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  assert.equal((await post(nested(7))).body.code, "parameter_invalid");
  assert.equal((await post(nested(8))).body.code, "json_too_deep");
  assert.equal((await post("[".repeat(60_000))).body.code, "json_too_deep");
});

test("names every fault of a body, the first of them as the problem itself", async () => {
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
    lineItems: [{ name: "Shoes", quantity: 2, unitAmount: 1 }],
  });
  assert.deepEqual(faultsOf(meaning), [
    "amount_invalid /amount",
    "clock_not_found /clock",
    "expires_at_invalid /expiresAt",
    "line_items_mismatch /lineItems",
    "locale_invalid /locale",
    "text_invalid /description",
    "url_invalid /cancelUrl",
    "url_invalid /successUrl",
  ]);
});
