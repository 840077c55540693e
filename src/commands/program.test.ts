import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "commander";
import { leafCommandsOf, splitLine } from "../../test/support/command-line.ts";
import { makeProgram } from "./program.ts";

/** The help of a command, with its examples. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

for (const { words, command } of leafCommandsOf(makeProgram())) {
  test(`kassa ${words.join(" ")} --help has an example that can be called`, async () => {
    const [, examples = ""] = helpOf(command).split(/^Examples?:$/m);
    const lines = examples.trim().split("\n").filter(Boolean);
    assert.ok(lines.length > 0, "no example");
    for (const line of lines) {
      const [program, ...given] = splitLine(line.replace(/ [<>] .*/, "").trim());
      assert.equal(program, "kassa");
      assert.deepEqual(given.slice(0, words.length), words);
      const called = makeProgram();
      let ran = 0;
      for (const leaf of leafCommandsOf(called))
        leaf.command.action(() => {
          ran += 1;
        });
      await called.parseAsync(given, { from: "user" });
      assert.equal(ran, 1, line);
    }
  });
}
