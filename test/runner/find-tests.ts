import { globSync, statSync } from "node:fs";

const everywhere = ["src", "test", "sdk/src"];

export const isMatrix = (file: string): boolean => file.endsWith(".matrix.test.ts");

/** They need a Citus cluster; `npm run test:distributed` runs them. */
const isDistributed = (file: string): boolean => file.endsWith(".distributed.test.ts");

/**
 * Those that start servers and clusters, those that measure or end their process, and those that test the runner: each has a process
 * of its own.
 */
export const isAlone = (file: string): boolean =>
  /^(?:test\/(?:crash|start|runner)\/|test\/api\/cpu-budget|src\/database\/embedded\/)/.test(file) ||
  file.startsWith("..");

/** The test files that `npm test` runs, from the project's root. */
export const findTests = (): string[] =>
  find(everywhere).filter((file) => !isMatrix(file) && !isDistributed(file));

/** Those that `npm run test:matrix` runs. */
export const findMatrices = (): string[] => find(everywhere).filter(isMatrix);

/** The test files in folders, matrices included, and those that are named. */
export const find = (places: readonly string[]): string[] =>
  [...new Set(globSync(places.map(patternOf)))].sort();

function patternOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory()
    ? `${place.replace(/\/$/, "")}/**/*.test.ts`
    : place;
}
