import { Worker } from "node:worker_threads";

const busyMs = 400;
const count = `
  const end = performance.now() + ${busyMs};
  let rounds = 0;
  while (performance.now() < end) for (let step = 0; step < 10_000; step += 1) rounds += 1;
  require("node:worker_threads").parentPort.postMessage(rounds);
`;

/**
 * How much work two threads do at the same time, as a multiple of what one thread does alone: about 2 on two cores, about 1.2
 * on two hyper-threads of one core. It limits what a server, its database and the load generator can do in parallel.
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
