import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readStatement } from "./read-statement.ts";
import { sampleCamt, sampleEntry } from "./test-support.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** KASSA_TEST_STATEMENT_MB=99 measures the largest file. */
const megabytes = Number(process.env.KASSA_TEST_STATEMENT_MB ?? 8);

async function* largeFile(): AsyncGenerator<Buffer> {
  const [begin = "", end = ""] = sampleCamt("@").split("@");
  yield Buffer.from(begin);
  for (let sent = 0, entry = 0; sent < megabytes * 1024 * 1024; ) {
    let part = "";
    for (const _ of Array(200)) {
      entry += 1;
      part += sampleEntry({ reference: `REF-${entry}`, text: `Invoice ${entry} `.repeat(30) });
    }
    sent += part.length;
    yield Buffer.from(part);
  }
  yield Buffer.from(end);
}

test("the memory that reading takes doesn't grow with the file", async () => {
  const before = heapInUse();
  let entries = 0;
  let most = 0;
  for await (const event of readStatement(largeFile())) {
    if (event.type === "fault") assert.fail(event.fault.message);
    if (event.type !== "entry") continue;
    entries += 1;
    if (entries % 4_000 === 0) most = Math.max(most, heapInUse() - before);
  }
  assert.ok(entries > megabytes * 1_000, `${entries} entries`);
  const grown = most / 1024 / 1024;
  console.log(`${megabytes} MB, ${entries} entries: the heap grew by at most ${grown.toFixed(1)} MB`);
  // The keys of a statement's entries are kept: about 0.1 kB for each.
  assert.ok(grown < 4 + megabytes / 2, `${grown} MB`);
});

test("of the transactions of a batch, only what was read is kept", async () => {
  const number = 6_000;
  const transaction = `<TxDtls>${"<Unread><Id>1</Id></Unread>".repeat(15)}<RmtInf><Ustrd>1</Ustrd></RmtInf></TxDtls>`;
  const [begin = "", end = ""] = sampleCamt(sampleEntry({ text: "@" })).split(/<TxDtls>.*<\/TxDtls>/);
  const parts = (async function* () {
    yield Buffer.from(begin);
    for (let sent = 0; sent < number; sent += 100) yield Buffer.from(transaction.repeat(100));
    yield Buffer.from(end);
  })();
  const before = heapInUse();
  let reads = 0;
  let most = 0;
  const onProgress = (): void => {
    reads += 1;
    if (reads % 20 === 0) most = Math.max(most, heapInUse() - before);
  };
  let details = 0;
  for await (const event of readStatement(parts, { onProgress }))
    if (event.type === "entry") details = event.entry.details.length;
  assert.equal(details, number);
  assert.ok(most < 12 * 1024 * 1024, `${most} bytes`);
});
