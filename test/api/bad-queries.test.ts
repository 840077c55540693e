import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, faultsOf, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const post = (rawBody: string, key?: string) =>
  kassa.call("POST", sessionsPath, key === undefined ? { rawBody } : { rawBody, key });

test("names the faults of a query by the parameter's bare name", async () => {
  const get = (query: string) => kassa.call("GET", `${sessionsPath}?${query}`);
  assertProblem(await get("foo=1"), "unknown_field", "foo");
  assertProblem(await get("limit=0"), "parameter_invalid", "limit");
  assertProblem(await get("createdAfter=yesterday"), "parameter_invalid", "createdAfter");
  for (const number of ["0x5", "1e1", "5.0", "+5", "05", "%205", "5%20", "", "Infinity", "9".repeat(400)]) {
    assertProblem(await get(`limit=${number}`), "parameter_invalid", "limit", number);
    assertProblem(await get(`amount=${number}`), "amount_invalid", "amount", number);
  }
  assertProblem(await get("__proto__=1"), "unknown_field", "__proto__");
  assert.deepEqual(faultsOf(await get("limit=101&status=paid&bar=2&currency=EURO")), [
    "currency_invalid currency",
    "parameter_invalid limit",
    "parameter_invalid status",
    "unknown_field bar",
  ]);
});

test("every fault of a query says what would be right", async () => {
  const detailOf = async (path: string) => (await kassa.call("GET", path)).body.detail;
  assert.match(await detailOf(`${sessionsPath}?limit=1e1`), /whole number, written in decimal digits alone/);
  assert.match(
    await detailOf(`${sessionsPath}?startAfter=x`),
    /^There is no query parameter "startAfter" here/,
  );
  assert.match(await detailOf(`${sessionsPath}?startingafter=x`), /Did you mean "startingAfter"\?$/);
  assert.match(
    await detailOf(`${sessionsPath}?colour=x`),
    /The query parameters are: limit, startingAfter, endingBefore,/,
  );
  assert.match(
    await detailOf(`${sessionsPath}?createdAfter=2026-11-22T10:00:00+01:00`),
    /RFC 3339 time.*"\+" in a query is a space: write it as %2B/,
  );
  assert.equal(
    (await kassa.call("GET", `${sessionsPath}?createdAfter=2026-11-22T10:00:00%2B01:00`)).status,
    200,
  );
});

test("operations without query parameters refuse any", async () => {
  const { id } = (await post(JSON.stringify(sessionBody()))).body;
  for (const [method, path] of [
    ["GET", `${sessionsPath}/${id}`],
    ["POST", sessionsPath],
    ["POST", `${sessionsPath}/${id}/expire`],
    ["GET", "/api/payments/pay_sandbox_x"],
    ["GET", "/api/balance"],
  ] as const) {
    const answer = await kassa.call(method, `${path}?view=full`, {
      ...(method === "POST" && path === sessionsPath ? { body: sessionBody() } : {}),
    });
    assertProblem(answer, "unknown_field", "view", path);
    assert.match(answer.body.detail, /query/);
  }
});
