import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";

const root = path.resolve(import.meta.dirname, "../..");

/** Source code that never returns and uses no CPU: it handles no signal either. */
export const hang = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

/** Runs `npm test` on some files, with this time limit for each, and as CI does if `secondTry`. */
export function runTestRunner(
  files: readonly string[],
  limitMs: number,
  secondTry = false,
): Promise<{ code: number; printed: string }> {
  // Within a test file the runner would refuse to run others.
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const env = {
    ...inherited,
    KASSA_TEST_FILE_TIMEOUT_MS: String(limitMs),
    KASSA_TEST_SECOND_TRY: String(secondTry),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["test/run.ts", ...files], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
    );
  });
}
