import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");

/** The body of a test that ends by closing something, which a failing assertion before it would leave open. */
const closesLast = /\n {2}(?:await )?(\w+)\.(?:close|stop|end)\(\);\n\}\);/;

test("no test closes a resource as its last statement: t.after does it also when the test fails", () => {
  const faults: string[] = [];
  for (const file of globSync("{src,test,sdk/src}/**/*.test.ts", { cwd: root })) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const block of text.split(/\n(?=\w)/)) {
      const name = closesLast.exec(`${block}\n`)?.[1];
      if (block.startsWith("test(") && name) faults.push(`${file}: ${name} in ${block.split("\n")[0]}`);
    }
  }
  assert.deepEqual(faults, []);
});
