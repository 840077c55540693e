import * as prometheus from "prom-client";
import type { CounterMetric, Histogram } from "../kernel/counter.ts";
import type { RequestMeter } from "./request-meter.ts";

export type LaneMetrics = {
  readonly batches: Histogram;
  readonly rowsInserted: number;
  readonly connected: boolean;
};

/** The sources of the figures. They are read only when the metrics are requested. */
export type MetricSources = {
  readonly requests: RequestMeter;
  readonly lane: LaneMetrics;
  /** Connections of the request pool in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
  /** How many connector accounts are held: their captures, voids and refunds wait. */
  readonly heldAccounts: () => number;
  /** The counters of all rooms. */
  readonly counters: readonly CounterMetric[];
};

/** The process's metrics: those of Node.js, and Kassa's own under the prefix kassa_. */
export function makeRegistry(sources: MetricSources): prometheus.Registry {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  // Gauges named like counters, against Prometheus' conventions. The same values are in the metrics without _total, by type.
  for (const name of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  addHistograms(registry, sources);
  addCounters(registry, sources);
  addGauges(registry, sources);
  return registry;
}

function addHistograms(registry: prometheus.Registry, { requests, lane }: MetricSources): void {
  registry.registerMetric(
    new KeptHistogram("kassa_http_request_duration_seconds", "Time from request to answer.", () =>
      [...requests.read()].map(({ operation, status, durations }) => ({
        labels: { operation, status },
        durations,
      })),
    ),
  );
  registry.registerMetric(
    new KeptHistogram(
      "kassa_lane_batch_rows",
      "Checkout sessions that shared one statement and one commit.",
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
    help: "Checkout sessions created; repeats by Idempotency-Key don't count.",
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
  gauge("kassa_database_requests_waiting", "Requests that wait for a connection.", () => pool().waiting);
  gauge(
    "kassa_accounts_held",
    "Connector accounts at which captures, voids and refunds wait until the PSP's list is compared.",
    heldAccounts,
  );
  gauge("kassa_lane_connected", "1 while new sessions can be written.", () => (lane.connected ? 1 : 0));
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
