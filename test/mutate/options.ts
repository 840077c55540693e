import { parseArgs } from "node:util";

export type MutateOptions = {
  /** Determines which mutants are tried, and in which order. */
  readonly seed: number;
  /** The maximum number of mutants to try. */
  readonly sample: number;
  /** The number of minutes after which no further mutant is tried. */
  readonly minutes: number;
  /** How many mutants are tried concurrently. */
  readonly jobs: number;
  /** Whether a file's mutants are tried only against the test beside it: seconds instead of minutes. */
  readonly beside: boolean;
  /** Path prefixes of the files to mutate; if empty, everything in `rooms`. */
  readonly places: readonly string[];
};

export function readOptions(args: readonly string[]): MutateOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      sample: { type: "string", default: "1000" },
      minutes: { type: "string", default: "15" },
      jobs: { type: "string", default: "2" },
      beside: { type: "boolean", default: false },
    },
  });
  return {
    seed: positive("seed", values.seed),
    sample: positive("sample", values.sample),
    minutes: positive("minutes", values.minutes),
    jobs: positive("jobs", values.jobs),
    beside: values.beside,
    places: positionals,
  };
}

function positive(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`--${name} has to be a whole number from 1; it is ${text}.`);
  return Number(text);
}
