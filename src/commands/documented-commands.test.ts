import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import { leafCommandsOf, splitLine } from "../../test/support/command-line.ts";
import { makeProgram } from "./program.ts";

/** Checks every command in a code block of the guides: it can be parsed, and it says --tenant where several tenants need it. */
const root = path.resolve(import.meta.dirname, "../..");
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].filter(
  (page) => !page.startsWith("docs/decisions/"),
);

/** A code block, and the paragraph before it, which may apply to all of its lines. */
type Block = { readonly code: string; readonly before: string };

function blocksOf(text: string): Block[] {
  const parts = text.split(/^```.*\n/m);
  const fenced = parts.flatMap((code, at) => (at % 2 === 1 ? [{ code, before: lastOf(parts[at - 1]) }] : []));
  const indented = Array.from(text.matchAll(/\n\n((?: {4}.+\n)+)/g), (found) => ({
    code: String(found[1]),
    before: lastOf(text.slice(0, found.index)),
  }));
  return [...fenced, ...indented];
}

const lastOf = (text = ""): string =>
  text
    .replaceAll(/<!--.*?-->/gs, "")
    .trimEnd()
    .split("\n\n")
    .at(-1) ?? "";

/** The commands of a block, each with the comment behind it. */
function commandsOf({ code }: Block): { given: string[]; comment: string }[] {
  const lines = code.replaceAll(/\\\n\s*/g, " ").split("\n");
  const calls =
    /^\s*(?:npm run --silent kassa --|bin\/kassa|docker compose exec kassa kassa|kassa) ([a-z][^#>]*)(.*)$/;
  return lines.flatMap((line) => {
    // A colour such as "#f97316" is no comment.
    const [, given = "", rest = ""] = calls.exec(line.replaceAll(/"#/g, '"')) ?? [];
    return given === "" ? [] : [{ given: splitLine(given), comment: rest }];
  });
}

/** Whether a command needs --tenant when there are several tenants. */
const wantsTenant = (command: Command): boolean =>
  command.options.some(
    ({ long, description }) => long === "--tenant" && /required if there are several/.test(description),
  );

test("each command in the guides can be called as written, and says --tenant where several tenants need it", async () => {
  let checked = 0;
  for (const page of pages) {
    for (const block of blocksOf(readFileSync(path.join(root, page), "utf8"))) {
      for (const { given, comment } of commandsOf(block)) {
        const program = makeProgram();
        let called: Command | undefined;
        for (const { command } of leafCommandsOf(program))
          command.action(() => {
            called = command;
          });
        await program.parseAsync(given, { from: "user" });
        const line = `${page}: kassa ${given.join(" ")}`;
        assert.ok(called, line);
        if (wantsTenant(called))
          assert.match(`${given.join(" ")} ${comment} ${block.before}`, /--tenant ten_…/, line);
        checked += 1;
      }
    }
  }
  assert.ok(checked >= 25, `${checked} commands found`);
});
