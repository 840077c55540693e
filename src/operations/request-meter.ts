import type { FastifyInstance } from "fastify";
import { Histogram } from "../kernel/counter.ts";

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Durations of requests in seconds, by operation and status. */
export class RequestMeter {
  readonly #byOperation = new Map<string, Map<number, Histogram>>();

  /** The meter of a route. Routes of one operation share it. */
  of(operation: string): (status: number, seconds: number) => void {
    const byStatus = this.#byOperation.get(operation) ?? new Map<number, Histogram>();
    this.#byOperation.set(operation, byStatus);
    return (status, seconds) => {
      let durations = byStatus.get(status);
      if (!durations) {
        durations = new Histogram(secondsBounds);
        byStatus.set(status, durations);
      }
      durations.observe(seconds);
    };
  }

  /** All histograms. */
  *read(): Generator<{ operation: string; status: number; durations: Histogram }> {
    for (const [operation, byStatus] of this.#byOperation) {
      for (const [status, durations] of byStatus) yield { operation, status, durations };
    }
  }
}

/**
 * Measures every route that is registered after it. Each route gets its meter at registration, so a request costs one
 * look-up by status and two additions. Routes without an operation are named by method and pattern, never by the requested
 * URL, which would let callers create any number of series.
 */
export function measureRequests(app: FastifyInstance): RequestMeter {
  const meter = new RequestMeter();
  app.addHook("onRoute", (route) => {
    const record = meter.of(route.config?.operation ?? `${String(route.method)} ${route.url}`);
    route.config = { ...route.config, measure: record };
    const own = route.onResponse === undefined ? [] : [route.onResponse].flat();
    route.onResponse = [
      ...own,
      (_request, reply, done) => {
        record(reply.statusCode, reply.elapsedTime / 1_000);
        done();
      },
    ];
  });
  return meter;
}
