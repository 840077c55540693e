import { type Problem, problem } from "../kernel/problem.ts";

/** Headers that a request may contain only once. */
const single = ["Host", "Authorization", "Content-Type", "Idempotency-Key", "Kassa-Version"];

const faults = new Map(
  single.map((name) => [
    name.toLowerCase(),
    problem("request_malformed", `The request has more than one ${name} header. Send one.`),
  ]),
);
const lengths = new Set(single.map(({ length }) => length));

/**
 * Finds a repeated header. Node keeps the first or joins both, while a proxy may use the other, so neither is trusted.
 *
 * @param rawHeaders of a request of Node: each name stands before its value
 */
export function repeatedHeaderFault(rawHeaders: readonly string[]): Problem | undefined {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // Skips most headers before lower-casing their names.
    if (!lengths.has(name.length)) continue;
    const lowered = name.toLowerCase();
    const fault = faults.get(lowered);
    if (fault === undefined) continue;
    if (seen.includes(lowered)) return fault;
    seen.push(lowered);
  }
  return undefined;
}
