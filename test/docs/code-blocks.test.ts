import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { isShownOutput } from "./run-page.ts";
import { blocksOf, foldersWithTestFile, isRun, pages, testCodeOf, testFolderOf } from "./test-code.ts";

// Each block of code in docs/ and in the README runs, in the page's order and from a clean start, or says why it doesn't. Some folders
// have a test file of their own beside this one.
testCodeOf((page) => testFolderOf(page) === undefined);

test("each folder that this file leaves out has its own file", () => {
  for (const folder of foldersWithTestFile)
    assert.ok(existsSync(path.join(import.meta.dirname, `${folder}.test.ts`)), folder);
});

test("each block runs, is compared with what a block before it prints, is a file or a diagram, or says why not", () => {
  for (const page of pages) {
    let follows = false;
    for (const block of blocksOf(page)) {
      const isUsed = isRun(block) || block.file !== undefined || block.language === "mermaid";
      if (!isUsed && block.excerpt === undefined)
        assert.ok(
          isShownOutput(block) && follows,
          `${page}:${block.line} follows no block that runs: mark it excerpt="why"`,
        );
      if (block.excerpt !== undefined)
        assert.ok(block.excerpt.length > 5, `${page}:${block.line} gives no reason`);
      follows = isRun(block) || (isShownOutput(block) && follows);
    }
  }
});
