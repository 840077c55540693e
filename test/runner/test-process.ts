import { flushCompileCache } from "node:module";
import process from "node:process";
import { describe } from "node:test";
import { closeShared, keepShared } from "../support/kept.ts";
import { cpuMsOfThisProcess } from "./cpu-time.ts";
import { suiteEnd } from "./event-sender.ts";
import type { Order, Report } from "./messages.ts";

// Runs the test files that the runner names, one after another, each as a suite, so that a file's hooks are those of its suite. What is
// loaded and compiled for one file is there for the next.

const [limitMs = 300_000] = process.argv.slice(2).map(Number);

const orders: Order[] = [];
let onOrder = (): void => {};
process.on("message", (order: Order) => {
  orders.push(order);
  onOrder();
});

// The runner has ended, perhaps by Ctrl+C.
process.on("disconnect", () => process.exit(1));

keepShared();
for (let order = await nextOrder(); order.kind === "run"; order = await nextOrder()) {
  const { file, name } = order;
  const cpuMsBefore = cpuMsOfThisProcess();
  const ended = suiteEnd(name);
  // A file that hangs is ended by the runner; by this earlier limit its report names the test.
  describe(name, { timeout: limitMs * 0.8 }, () => import(file));
  await ended;
  flushCompileCache();
  const { rss } = process.memoryUsage();
  report({ kind: "done", file, cpuMs: cpuMsOfThisProcess() - cpuMsBefore, memoryBytes: rss });
}
// Node runs hooks of the whole process only once nothing keeps it alive, as these do.
await closeShared();
// From now on, only what a test has left open keeps the process alive.
for (const kind of ["message", "disconnect"]) process.removeAllListeners(kind);
setTimeout(() => console.error(`Still open: ${process.getActiveResourcesInfo().join(", ")}`), 10_000).unref();

async function nextOrder(): Promise<Order> {
  for (;;) {
    const order = orders.shift();
    if (order) return order;
    await new Promise<void>((resolve) => {
      onOrder = resolve;
    });
  }
}

function report(report: Report): void {
  process.send?.(report);
}
