import * as prometheus from "prom-client";
import type { CounterMetric, Histogram } from "../kernel/counter.ts";
import type { RequestMeter } from "./request-meter.ts";

export type LaneMetrics = {
  readonly batches: Histogram;
  readonly rowsInserted: number;
  readonly connected: boolean;
};

/** The sources of the values. They are read only when the metrics are requested. */
export type MetricSources = {
  readonly requests: RequestMeter;
  readonly lane: LaneMetrics;
  /** Connections of the request pool in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
  /** The number of connector accounts whose captures, voids and refunds are on hold. */
  readonly heldAccounts: () => number;
  /** The counters of all rooms. */
  readonly counters: readonly CounterMetric[];
};

/** The process's metrics: those of Node.js, and Kassa's own with the prefix kassa_. */
export function makeRegistry(sources: MetricSources): prometheus.Registry {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  // These are gauges, and Prometheus reserves _total for counters. The metrics without _total have the same values, by type.
  for (const name of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  addHistograms(registry, sources);
  addCounters(registry, sources);
  addGauges(registry, sources);
  return registry;
}

function addHistograms(registry: prometheus.Registry, { requests, lane }: MetricSources): void {
  registry.registerMetric(
    new KeptHistogram(
      "kassa_http_request_duration_seconds",
      "Time from the arrival of a request to the end of its response, by operation and HTTP status.",
      () =>
        [...requests.read()].map(({ operation, status, durations }) => ({
          labels: { operation, status },
          durations,
        })),
    ),
  );
  registry.registerMetric(
    new KeptHistogram(
      "kassa_lane_batch_rows",
      "Checkout sessions written with one statement and one commit.",
      () => [{ labels: {}, durations: lane.batches }],
    ),
  );
}

function addCounters(registry: prometheus.Registry, { counters, lane }: MetricSources): void {
  for (const { name, help, label, counter } of counters) {
    const metric = new prometheus.Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect: () => {
        metric.reset();
        for (const [value, count] of counter.counts()) metric.inc({ [label]: value }, count);
      },
    });
  }
  const created = new prometheus.Counter({
    name: "kassa_checkout_sessions_created_total",
    help: "Checkout sessions created. Repeated requests with the same Idempotency-Key aren't counted.",
    registers: [registry],
    collect: () => {
      created.reset();
      created.inc(lane.rowsInserted);
    },
  });
}

function addGauges(registry: prometheus.Registry, { lane, pool, heldAccounts }: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    const metric: prometheus.Gauge = new prometheus.Gauge({
      name,
      help,
      registers: [registry],
      collect: () => metric.set(read()),
    });
  };
  gauge("kassa_database_connections_used", "Connections of the request pool in use.", () => pool().used);
  gauge(
    "kassa_database_requests_waiting",
    "Requests that wait for a connection of the request pool.",
    () => pool().waiting,
  );
  gauge(
    "kassa_accounts_held",
    "Connector accounts whose captures, voids and refunds are on hold until the PSP's list has been compared.",
    heldAccounts,
  );
  gauge("kassa_lane_connected", "1 if this process can create checkout sessions, otherwise 0.", () =>
    lane.connected ? 1 : 0,
  );
}

type Kept = { readonly labels: Readonly<Record<string, string | number>>; readonly durations: Histogram };

/** Exports histograms that are kept elsewhere, which avoids prom-client's label objects and hashing for each value. */
class KeptHistogram extends prometheus.Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #read: () => Kept[];

  constructor(name: string, help: string, read: () => Kept[]) {
    super({ name, help, registers: [] });
    this.#name = name;
    this.#help = help;
    this.#read = read;
  }

  /** Called by prom-client when it writes the metrics as text, and by its `get`. */
  async getForPromString() {
    const values = this.#read().flatMap((kept) => this.#valuesOf(kept));
    return { name: this.#name, help: this.#help, type: "histogram", aggregator: "sum", values };
  }

  #valuesOf({ labels, durations }: Kept): prometheus.MetricValueWithName<string>[] {
    const { cumulative, sum, count } = durations.read();
    const buckets = durations.bounds.map((bound, place) =>
      this.#value("bucket", { ...labels, le: bound }, cumulative[place] ?? 0),
    );
    return [
      ...buckets,
      this.#value("bucket", { ...labels, le: "+Inf" }, count),
      this.#value("sum", labels, sum),
      this.#value("count", labels, count),
    ];
  }

  #value(part: string, labels: Kept["labels"], value: number): prometheus.MetricValueWithName<string> {
    return { metricName: `${this.#name}_${part}`, labels, value };
  }
}
