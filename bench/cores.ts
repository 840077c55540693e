import { Worker } from "node:worker_threads";

const busyMs = 400;
const count = `
  const end = performance.now() + ${busyMs};
  let rounds = 0;
  while (performance.now() < end) for (let step = 0; step < 10_000; step += 1) rounds += 1;
  require("node:worker_threads").parentPort.postMessage(rounds);
`;

/**
 * How much work two threads do at once, as a multiple of what one does alone: near 2 on two cores, near 1.2 where both
 * are threads of one core. It bounds what a server, its database and its caller can do side by side on this machine.
 */
export async function measureSecondCore(): Promise<number> {
  await work();
  const alone = await work();
  const together = await Promise.all([work(), work()]);
  return together.reduce((sum, rounds) => sum + rounds, 0) / alone;
}

function work(): Promise<number> {
  return new Promise((resolve, reject) => {
    new Worker(count, { eval: true }).once("message", resolve).once("error", reject);
  });
}
