/** Loaded before a test file: at its end, writes which mutants its code executed, one number per line. */
import { appendFileSync } from "node:fs";
import process from "node:process";

type Recorded = { mutantCoverage?: { static: Record<string, number> } };

process.on("exit", () => {
  const file = process.env.KASSA_MUTANTS_PASSED;
  const { __stryker__: recorded } = globalThis as { __stryker__?: Recorded };
  if (file && recorded?.mutantCoverage)
    appendFileSync(file, `${Object.keys(recorded.mutantCoverage.static).join("\n")}\n`);
});
