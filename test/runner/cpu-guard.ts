import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What all tests cost when this was written last, in calibration loops. `KASSA_TEST_WRITE_TIMES=true npm test` renews it. */
const figureFile = path.join(import.meta.dirname, "cpu-figure.json");
/** A run may cost this much more. */
const tolerance = 1.5;

export type Cost = {
  /** The CPU time of the run. */
  readonly cpuMs: number;
  /** That of the calibration loop in the same run (`calibrationMs`). */
  readonly loopMs: number;
};

/**
 * Compares what all tests cost with the committed figure, relative to a loop that the same machine has run at the same time. So a change
 * that makes the tests slow is seen when it is made.
 */
export function judgeCost(
  cost: Cost,
  figure = readFigure(),
): { readonly isTooMuch: boolean; readonly text: string } {
  const loops = cost.cpuMs / cost.loopMs;
  const times = loops / figure;
  const text =
    `${Math.round(cost.cpuMs / 1_000)} s of CPU time, ${times.toFixed(2)} times the committed figure ` +
    `(a calibration loop took ${cost.loopMs.toFixed(0)} ms)`;
  if (times <= tolerance) return { isTooMuch: false, text };
  return {
    isTooMuch: true,
    text: `${text}: more than ${tolerance} times. Find what became slow in the list above. If the time is well spent, renew the figure: KASSA_TEST_WRITE_TIMES=true npm test`,
  };
}

export function writeFigure({ cpuMs, loopMs }: Cost): void {
  writeFileSync(figureFile, `{ "calibrationLoops": ${Math.round(cpuMs / loopMs)} }\n`);
}

const readFigure = (): number => JSON.parse(readFileSync(figureFile, "utf8")).calibrationLoops;
