import assert from "node:assert/strict";
import { test } from "node:test";
import { diskFinding } from "./disk-finding.ts";

for (const [free, state] of [
  [0, "problem"],
  [31, "problem"],
  [32, "warning"],
  [1023, "warning"],
  [1024, "ok"],
] as const) {
  test(`doctor: ${free} MiB free is ${state}`, () => {
    const finding = diskFinding("/data", { bavail: free * 256, bsize: 4096 });
    assert.deepEqual([finding.state, finding.text], [state, `${free} MiB free for /data`]);
    assert.equal(finding.advice === undefined, state === "ok");
  });
}
