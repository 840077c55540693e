import type { Check, Finding } from "./finding.ts";

/** Findings, and how one looks for more. */
export type Collector = {
  readonly findings: Finding[];
  /** Adds what a look finds. One that fails is a problem itself; false then. */
  attempt(check: Check, look: () => Promise<readonly Finding[]>): Promise<boolean>;
};

/** @param describe the text of an error, for people */
export function makeCollector(describe: (error: unknown) => string): Collector {
  const findings: Finding[] = [];
  return {
    findings,
    attempt: async (check, look) => {
      try {
        findings.push(...(await look()));
        return true;
      } catch (error) {
        findings.push({ check, state: "problem", text: describe(error) });
        return false;
      }
    },
  };
}
