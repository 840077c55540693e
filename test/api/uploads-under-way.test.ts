import assert from "node:assert/strict";
import http from "node:http";
import { type TestContext, test } from "node:test";
import { makeId } from "../../src/kernel/id.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { disputed, pdf, upload } from "./disputing.ts";

let dispute: JsonBody;
const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "100" }, async () => {
  dispute = await disputed(kassa, "fraudulent");
});

/** Sends the headers and first bytes of an upload of 5 MB, and no more. */
function begin(t: TestContext, path: string, type: string) {
  const request = http.request(`${kassa.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`,
      "content-type": type,
      "content-length": path.includes("logo") ? 100_000 : 5_000_000,
    },
  });
  const answer = { status: 0 };
  request.on("response", (response) => {
    answer.status = response.statusCode ?? 0;
    response.resume();
  });
  request.on("error", () => {});
  request.write(pdf);
  t.after(() => request.destroy());
  return { answer, end: () => request.destroy() };
}

const filePath = (id: string): string => `/api/disputes/${id}/files?name=a.pdf`;

test("answers 404 for an unknown dispute before its file has arrived", async (t) => {
  const unknown = makeId("dp", "sandbox", kassa.tenant.tenant.tenantId, Date.now());
  for (const id of [unknown, "dp_nonsense"]) {
    const { answer } = begin(t, filePath(id), "application/pdf");
    await until(() => answer.status !== 0, "an answer comes");
    assert.equal(answer.status, 404);
  }
});

test("a tenant can have sixteen uploads in flight, of any kind, independently of other tenants", async (t) => {
  const held = [
    ...Array.from({ length: 16 }, () => begin(t, filePath(dispute.id), "application/pdf")),
    ...Array.from({ length: 4 }, () => begin(t, "/api/settings/logo", "image/png")),
  ];
  const refusedOnes = () => held.filter(({ answer }) => answer.status === 429);
  await until(() => refusedOnes().length === 4, "sixteen are in flight and four are refused");
  const another = () => upload(kassa, dispute.id, pdf, { name: "another.pdf" });
  const refused = await another();
  assert.deepEqual([refused.body.code, refused.headers.get("retry-after")], ["rate_limited", "1"]);
  const other = await kassa.makeTenant("Other shop");
  const logo = await kassa.call("POST", "/api/settings/logo", {
    key: other.keys.sandbox.secret,
    rawBody: "no picture",
    headers: { "content-type": "image/png" },
  });
  assert.equal(logo.status, 400, "its body was read");
  held.find(({ answer }) => answer.status === 0)?.end();
  await until(async () => (await another()).status === 200, "a place is free again");
});
