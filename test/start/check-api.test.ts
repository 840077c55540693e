import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { goClientHas } from "../../scripts/check-api/go-methods.ts";
import { startKassa } from "../../scripts/check-api/kassa.ts";

/** Tests what `npm run check:api` does itself, without the external tools that it calls. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-check-api-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = path.join(folder, "data/postgres/postmaster.pid");

test("its Kassa ignores the caller's settings, and leaves nothing running, with a key or without", async (t) => {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/matters";
  t.after(() => {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  });
  const kassa = await startKassa(folder);
  try {
    assert.ok(existsSync(lockFile), "it has a PostgreSQL of its own");
    const answer = await fetch(`${kassa.url}/api/checkout/sessions`, {
      headers: { authorization: `Bearer ${kassa.key}` },
    });
    assert.equal(answer.status, 200);
  } finally {
    await kassa.end();
  }
  assert.equal(existsSync(lockFile), false);
  // The second start creates no tenant, and prints no key.
  await assert.rejects(startKassa(folder), /Kassa printed no API key/);
  assert.equal(existsSync(lockFile), false, "its PostgreSQL has ended");
});

test("an interrupted start leaves nothing running", async () => {
  const signal = AbortSignal.timeout(500);
  await assert.rejects(startKassa(folder, { signal }), { name: "AbortError" });
  assert.equal(existsSync(lockFile), false);
});

test("finds an operation in a Go client by its full name only", () => {
  const has = goClientHas(
    [
      "func (c *Client) GetDisputeFile(ctx context.Context, id string) (*http.Response, error) {",
      "func (c *Client) CreateDisputeFileWithBody(ctx context.Context, contentType string, body io.Reader) {",
      "func (c *ClientWithResponses) GetClockWithResponse(ctx context.Context) {",
    ].join("\n"),
  );
  assert.deepEqual(["getDisputeFile", "createDisputeFile", "getDispute", "getClock"].map(has), [
    true,
    true,
    false,
    false,
  ]);
});
