import { type Problem, problem } from "../kernel/problem.ts";

/** Headers that a request may hold once. */
const single = ["Host", "Authorization", "Content-Type", "Idempotency-Key", "Kassa-Version"];

const faults = new Map(
  single.map((name) => [
    name.toLowerCase(),
    problem("request_malformed", `The request has more than one ${name} header. Send it once.`),
  ]),
);
const lengths = new Set(single.map(({ length }) => length));

/**
 * What is wrong with a header that was sent twice. Node keeps the first one or joins both, and a proxy can decide by the
 * other, so neither is believed.
 *
 * @param rawHeaders of a request of Node: each name stands before its value
 */
export function repeatedHeaderFault(rawHeaders: readonly string[]): Problem | undefined {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // Most headers are none of these, and need not be lowered.
    if (!lengths.has(name.length)) continue;
    const lowered = name.toLowerCase();
    const fault = faults.get(lowered);
    if (fault === undefined) continue;
    if (seen.includes(lowered)) return fault;
    seen.push(lowered);
  }
  return undefined;
}
