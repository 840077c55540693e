/** Loaded before a test file: when it ends, writes which mutants its code passed, one number a line. */
import { appendFileSync } from "node:fs";
import process from "node:process";

type Recorded = { mutantCoverage?: { static: Record<string, number> } };

process.on("exit", () => {
  const file = process.env.KASSA_MUTANTS_PASSED;
  const { __stryker__: recorded } = globalThis as { __stryker__?: Recorded };
  if (file && recorded?.mutantCoverage)
    appendFileSync(file, `${Object.keys(recorded.mutantCoverage.static).join("\n")}\n`);
});
