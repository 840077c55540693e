import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { makeScratchFolder } from "../../../../test/support/scratch.ts";

/** The two programs that PostgreSQL calls, as it calls them. */
const scratch = makeScratchFolder("kassa-archive-segment-");
const archive = path.join(scratch, "life");
const segment = path.join(scratch, "segment");
const name = "000000010000000000000001";
const archived = path.join(archive, `${name}.kassa`);
mkdirSync(archive);
writeFileSync(path.join(archive, "archive.json"), JSON.stringify({ name: "life" }));
after(() => rmSync(scratch, { recursive: true, force: true }));

type Ending = { readonly code: unknown; readonly stderr: string };

const run = (script: string, ...args: string[]): Promise<Ending> =>
  new Promise((resolve) => {
    execFile(process.execPath, [path.join(import.meta.dirname, script), ...args], (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stderr }),
    );
  });

const put = (content: string): Promise<Ending> => {
  writeFileSync(segment, content);
  return run("archive-segment.ts", archive, name, segment);
};

test("a file is archived once: the same again is fine, another content is refused and replaces nothing", async () => {
  assert.deepEqual(await put("the log"), { code: 0, stderr: "" });
  const before = readFileSync(archived);
  assert.equal((await put("the log")).code, 0);
  const refused = await put("another log");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /exists with another content/);
  assert.ok(readFileSync(archived).equals(before));
  assert.deepEqual(readdirSync(archive).sort(), [`${name}.kassa`, "archive.json"]);
});

test("a folder that isn't the archive is never written to, such as a mount point without its disk", async () => {
  const empty = path.join(scratch, "empty");
  mkdirSync(empty);
  const refused = await run("archive-segment.ts", empty, name, segment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is its disk mounted\?/);
  assert.deepEqual(readdirSync(empty), []);
});

test("PostgreSQL gets the file back, and tells one that is missing from one that can't be used", async () => {
  const target = path.join(scratch, "fetched");
  assert.equal((await run("fetch-segment.ts", archive, name, target)).code, 0);
  assert.equal(readFileSync(target, "utf8"), "the log");
  // PostgreSQL ends the replay at a missing file, and gives it up for any code above 125.
  assert.deepEqual(await run("fetch-segment.ts", archive, "000000010000000000000002", target), {
    code: 1,
    stderr: "",
  });
  const content = readFileSync(archived);
  writeFileSync(archived, content.subarray(0, -1));
  const cut = await run("fetch-segment.ts", archive, name, target);
  assert.ok(Number(cut.code) > 125, String(cut.code));
  assert.match(cut.stderr, /is damaged: its end is missing/);
  for (const [from, key] of [
    [archive, path.join(scratch, "no-key")],
    [path.join(scratch, "unmounted"), undefined],
  ]) {
    const ending = await run(
      "fetch-segment.ts",
      from ?? "",
      "000000010000000000000002",
      target,
      ...(key ? [key] : []),
    );
    assert.ok(Number(ending.code) > 125, `${from} ${key}`);
  }
});
