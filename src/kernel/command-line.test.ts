import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLine } from "./command-line.ts";

test("writes a command the way the user called Kassa", (t) => {
  const before = process.env.CALLED_AS;
  t.after(() => {
    if (before === undefined) delete process.env.CALLED_AS;
    else process.env.CALLED_AS = before;
  });
  delete process.env.CALLED_AS;
  assert.equal(commandLine("keys list"), "npm run --silent kassa -- keys list");
  assert.equal(commandLine("serve"), "npm start");
  process.env.CALLED_AS = "kassa";
  assert.equal(commandLine("keys list"), "kassa keys list");
  assert.equal(commandLine("serve"), "kassa serve");
});
