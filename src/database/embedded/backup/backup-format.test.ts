import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { beginFile, wrongSecret } from "./backup-key.ts";
import { ByteReader } from "./byte-reader.ts";
import { segmentsOf } from "./copy-cluster.ts";
import { type FrameKey, fromFrames, toFrames } from "./frames.ts";
import { readContent } from "./read-backup.ts";
import { type BackupRecord, encodeRecord } from "./records.ts";

const readerOf = (content: Buffer): ByteReader =>
  new ByteReader(Readable.from([content], { objectMode: false }));
async function allOf(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const part of source) all.push(part);
  return all;
}
const parts = ["a", "b", "c"].map((letter) => Buffer.alloc(1024 * 1024, letter));

async function framesOf(content: readonly Buffer[], key: FrameKey): Promise<Buffer[]> {
  return allOf(toFrames(Readable.from(content), key));
}
async function read(frames: readonly Buffer[], key: FrameKey): Promise<Buffer> {
  return Buffer.concat(await allOf(fromFrames(readerOf(Buffer.concat(frames)), key, wrongSecret())));
}

for (const secret of [undefined, { kind: "key_file", content: Buffer.alloc(32, 1) } as const]) {
  test(`frames ${secret ? "with" : "without"} a key: changed, missing, swapped and foreign ones are refused`, async () => {
    const key = await beginFile(secret);
    const frames = await framesOf(parts, key);
    assert.equal(frames.length, 3);
    assert.ok((await read(frames, key)).equals(Buffer.concat(parts)));
    const [first, second, last] = frames as [Buffer, Buffer, Buffer];
    const foreign = await framesOf(parts, await beginFile(secret));
    const unflagged = Buffer.from(last);
    unflagged.writeUInt8(0, 0);
    for (const [what, altered] of Object.entries({
      "the end is missing": [first, second],
      "the middle is missing": [first, last],
      swapped: [second, first, last],
      "ends too early": [first, Buffer.concat([Buffer.from([1]), second.subarray(1)])],
      "not marked as the last": [first, second, unflagged],
      "of another file": [first, second, foreign[2] as Buffer],
      "with more behind it": [...frames, Buffer.from([0])],
      "cut off": [first, second, last.subarray(0, -1)],
    }))
      await assert.rejects(read(altered, key), { name: "BackupRefused" }, what);
  });
}

test("a backup whose path leaves the folder, or whose file or end is missing, is refused", async () => {
  const facts: BackupRecord = {
    kind: "facts",
    facts: { kassa: "1", postgres: "18.4", platform: "x", startedAt: "", secretsFingerprint: "" },
  };
  const totals = (files: number): BackupRecord => ({
    kind: "totals",
    totals: { files, bytes: 0, finishedAt: "" },
  });
  const readAll = async (records: BackupRecord[]): Promise<unknown> => {
    const key = await beginFile(undefined);
    const content = gzipSync(Buffer.concat(records.map(encodeRecord)));
    return readContent(readerOf(Buffer.concat(await framesOf([content], key))), key, () => {});
  };
  await readAll([facts, { kind: "folder", path: "base/1" }, totals(0)]);
  for (const path of ["../x", "/etc/x", "base/../../x", "base//x", "", "."])
    await assert.rejects(
      readAll([facts, { kind: "file", path }, totals(1)]),
      { name: "BackupRefused" },
      path,
    );
  await assert.rejects(readAll([facts]), /its end is missing/);
  await assert.rejects(readAll([facts, totals(1)]), /a file in it is missing/);
  await assert.rejects(readAll([facts, totals(0), totals(0)]), /something follows/);
  const wrongHash: BackupRecord = { kind: "end", bytes: 0, sha256: "0".repeat(64) };
  await assert.rejects(readAll([facts, { kind: "file", path: "x" }, wrongHash, totals(1)]), /was changed/);
});

test("the log's files from a backup's start to its end are counted across the end of a log", () => {
  const label = "START WAL LOCATION: 0/FE000028 (file 0000000100000000000000FE)\nCHECKPOINT LOCATION: x";
  assert.deepEqual(segmentsOf(label, "000000010000000100000001", 16 * 1024 * 1024), [
    "0000000100000000000000FE",
    "0000000100000000000000FF",
    "000000010000000100000000",
    "000000010000000100000001",
  ]);
});
