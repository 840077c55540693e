import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");

/** A test that ends by closing something, which a failing assertion before it would leave open. */
const closesLast = /\n {2}(?:await )?(\w+)\.(?:close|stop|end)\(\);\n\}\);/;

test("no test closes a resource in its last statement: t.after also closes it if the test fails", () => {
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
