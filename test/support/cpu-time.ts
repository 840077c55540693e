import process from "node:process";

/** The CPU time of `work`, in milliseconds. Unlike its duration, it hardly depends on what else the machine does. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
