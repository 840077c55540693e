/**
 * The CPU time of the work below on an idle core of the machine for which the budgets were set (two virtual cores,
 * 2026).
 */
const idleMs = 1.6;
const document = JSON.stringify(
  Array.from({ length: 1_500 }, (_, index) => ({
    name: `item ${index}`,
    quantity: index % 7,
    unitAmount: index,
  })),
);

/**
 * How many times slower this machine computes now than the one for which the CPU budgets were set; at least 1. Where
 * cores share caches and execution units with busy neighbours, the same work takes up to three times the CPU time.
 */
export function slowdownFactor(): number {
  const start = process.cpuUsage();
  for (let times = 0; times < 3; times += 1) JSON.stringify(JSON.parse(document));
  const { user, system } = process.cpuUsage(start);
  return Math.max(1, (user + system) / 1_000 / idleMs);
}
