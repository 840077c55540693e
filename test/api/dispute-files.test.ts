import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { disputed, pdf, upload } from "./disputing.ts";
import { assertProblem } from "./support.ts";

/** Files as evidence: which are accepted, which refused, and how they are returned. */
const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "100" }, async () => {
  dispute = await disputed(kassa, "fraudulent");
});
let dispute: JsonBody;

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const jpeg = Buffer.from("ffd8ffe000104a46494600010100", "hex");
const fiveMegabytes = 5 * 1024 * 1024;

const filled = (bytes: number): Buffer => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, "x")]);

function download(id: string, key = kassa.tenant.keys.sandbox.secret): Promise<Response> {
  return fetch(`${kassa.url}/api/disputes/${dispute.id}/files/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}

test("stores each kind byte for byte and returns it as a download, never inline", async () => {
  const sent = [
    ["application/pdf", pdf, "Quittung – é 1042.pdf"],
    ["image/png", png, "photo.png"],
    ["image/jpeg", jpeg, 'sign"ature.jpg'],
  ] as const;
  const { id } = await disputed(kassa, "fraudulent");
  for (const [type, content, name] of sent) {
    const { body, status, text } = await upload(kassa, id, content, { type, name });
    assert.equal(status, 200, text);
    const file = body.files.at(-1);
    assert.deepEqual({ ...file, id: "" }, { id: "", name, mediaType: type, size: content.length });
    const answer = await fetch(`${kassa.url}/api/disputes/${id}/files/${file.id}`, {
      headers: { authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}` },
    });
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), content);
    assert.equal(answer.headers.get("content-type"), "application/octet-stream");
    assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="/);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.match(answer.headers.get("content-security-policy") ?? "", /^sandbox/);
    assert.equal(answer.headers.get("cache-control"), "private, no-store");
  }
});

test("detects the type of a file sent as application/octet-stream", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const { body, status, text } = await upload(kassa, id, png, { type: "application/octet-stream" });
  assert.equal(status, 200, text);
  assert.equal(body.files.at(-1).mediaType, "image/png");
  const page = Buffer.from("<script>alert(1)</script>");
  assertProblem(await upload(kassa, id, page, { type: "application/octet-stream" }), "file_invalid");
});

test("accepts 5 MB and refuses one byte more with an error about files", async () => {
  const { body, status, text } = await upload(kassa, dispute.id, filled(fiveMegabytes), { name: "big.pdf" });
  assert.equal(status, 200, text);
  const answer = await download(body.files.at(-1).id);
  assert.equal((await answer.arrayBuffer()).byteLength, fiveMegabytes);
  const refused = await upload(kassa, dispute.id, filled(fiveMegabytes + 1), { name: "bigger.pdf" });
  assertProblem(refused, "file_too_large");
  assert.match(refused.body.detail, /5242880/);
});

test("refuses empty files, files of another type than declared, and unsupported types", async () => {
  const page = Buffer.from("<script>alert(1)</script>");
  assertProblem(await upload(kassa, dispute.id, page), "file_invalid");
  assertProblem(await upload(kassa, dispute.id, png, { type: "image/jpeg" }), "file_invalid");
  assertProblem(await upload(kassa, dispute.id, Buffer.alloc(0)), "file_invalid");
  for (const type of [
    "text/html",
    "image/svg+xml",
    "application/json",
    "multipart/form-data; boundary=x",
    "",
  ])
    assertProblem(await upload(kassa, dispute.id, pdf, { type }), "file_type_unsupported", undefined, type);
  const headers = { "content-encoding": "gzip" };
  assertProblem(await upload(kassa, dispute.id, pdf, { headers }), "file_type_unsupported");
});

test("refuses unusable file names", async () => {
  for (const [name, code] of [
    ["../../etc/passwd", "parameter_invalid"],
    ["c:\\receipt.pdf", "parameter_invalid"],
    ["", "parameter_invalid"],
    ["x".repeat(256), "parameter_invalid"],
    ["a‮fdp.exe", "text_invalid"],
    ["4242424242424242.pdf", "pan_in_field"],
  ] as const)
    assertProblem(await upload(kassa, dispute.id, pdf, { name }), code, "name", name);
});

test("one key uploads one file; another name or content under it is another request", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const headers = { "idempotency-key": "file-1" };
  const [first, second] = [
    await upload(kassa, id, pdf, { headers }),
    await upload(kassa, id, pdf, { headers }),
  ];
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  const others = [
    await upload(kassa, id, pdf, { headers, name: "other.pdf" }),
    await upload(kassa, id, filled(100), { headers }),
  ];
  for (const other of others) assertProblem(other, "idempotency_key_reused", "Idempotency-Key");
  const [row] = await kassa.db.sql<{ count: string }>(
    "SELECT count(*) FROM dispute_files WHERE dispute_id = $1",
    [id],
  );
  assert.equal(Number(row?.count), 1);
});

test("accepts ten files and 20 MB per dispute and no more, also concurrently", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const answers = await Promise.all(Array.from({ length: 14 }, () => upload(kassa, id)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  for (const answer of answers) if (answer.status !== 200) assertProblem(answer, "file_limit_reached");
  const large = await disputed(kassa, "fraudulent");
  for (let count = 0; count < 4; count += 1)
    assert.equal((await upload(kassa, large.id, filled(fiveMegabytes))).status, 200);
  assertProblem(await upload(kassa, large.id), "file_limit_reached");
  const sent = await kassa.call("POST", `/api/disputes/${large.id}/evidence`, { body: { submit: true } });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.body.status, "under_review", "20 MB reach the bank");
});

test("another tenant's file, and a file of another dispute, are not found", async () => {
  const { body } = await upload(kassa, dispute.id);
  const file = body.files.at(-1).id;
  const other = await kassa.makeTenant("Other");
  assert.equal((await download(file, other.keys.sandbox.secret)).status, 404);
  assert.equal((await download(file, kassa.tenant.keys.live.secret)).status, 404);
  const elsewhere = await disputed(kassa, "inquiry");
  const path = `/api/disputes/${elsewhere.id}/files/${file}`;
  assertProblem(await kassa.call("GET", path), "not_found");
  assert.equal((await download(file)).status, 200);
});
