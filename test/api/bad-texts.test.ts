import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, countSessions, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const post = (rawBody: string, key?: string) =>
  kassa.call("POST", sessionsPath, key === undefined ? { rawBody } : { rawBody, key });
const create = (changes: Record<string, unknown>) => post(JSON.stringify(sessionBody(changes)));

test("refuses texts with invisible characters or ones that can't be stored, in every field", async () => {
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

test("the separators of fields and rows on the way to the database can't be injected", async () => {
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

test("stores text that looks like HTML or SQL as data, and returns it unchanged", async () => {
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
