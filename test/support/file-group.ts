import path from "node:path";
import process from "node:process";
import { after, before, describe } from "node:test";
import { announceFile } from "./announce-file.ts";
import { closeProcessBrowser, keepProcessBrowser } from "./process-browser.ts";

/**
 * Runs test files one after another in this process, each as a suite, so that a file's hooks are those of its suite.
 *
 * @param files absolute paths
 */
export function runTestFiles(files: readonly string[]): void {
  keepProcessBrowser();
  after(closeProcessBrowser);
  for (const file of files) {
    describe(path.relative(process.cwd(), file), async () => {
      before(() => announceFile(file));
      await import(file);
    });
  }
}
