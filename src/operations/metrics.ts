import * as prometheus from "prom-client";
import type { Counter, Histogram } from "../kernel/counter.ts";
import type { RequestMeter } from "./request-meter.ts";

/** Where the figures come from. They are read when the metrics are asked for, and only then. */
export type MetricSources = {
  readonly requests: RequestMeter;
  readonly lane: {
    readonly batches: Histogram;
    readonly rowsInserted: number;
    readonly connected: boolean;
  };
  /** Connections of the request pool in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
  /** Connector accounts at which movements are held. */
  readonly heldAccounts: () => number;
  readonly outcomes: Counter<string>;
  readonly movements: Counter<string>;
  readonly comparisons: Counter<string>;
  readonly disputesQuarantined: Counter<string>;
  readonly events: Counter<string>;
  readonly deliveries: Counter<string>;
  readonly pageReports: Counter<string>;
  readonly pageChecks: Counter<string>;
  readonly declineLimits: Counter<string>;
  readonly jobFailures: Counter<string>;
  readonly connectionsRefused: Counter<string>;
  readonly authenticationsRefused: Counter<string>;
  readonly requestsShed: Counter<string>;
};

/** The process's metrics: those of Node.js, and Kassa's own under the prefix kassa_. */
export function makeRegistry(sources: MetricSources): prometheus.Registry {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  // Gauges whose names end as only counters' may; the same figures are in those without _total, by type.
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

function addCounters(registry: prometheus.Registry, sources: MetricSources): void {
  const count = (name: string, help: string, label: string, kept: Counter<string>): void => {
    const counter = new prometheus.Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const [value, times] of kept.counts()) counter.inc({ [label]: value }, times);
      },
    });
  };
  count("kassa_attempt_outcomes_total", "What PSPs said of attempts to pay.", "outcome", sources.outcomes);
  count(
    "kassa_movement_outcomes_total",
    "What PSPs said of captures, voids and refunds.",
    "outcome",
    sources.movements,
  );
  count(
    "kassa_psp_comparisons_total",
    "Charges and movements in PSPs' lists, by what comparing them with ours came to.",
    "result",
    sources.comparisons,
  );
  count(
    "kassa_disputes_quarantined_total",
    "What PSPs said of disputes that did not fit and was not applied, by why.",
    "reason",
    sources.disputesQuarantined,
  );
  count("kassa_events_total", "Events recorded, by type.", "type", sources.events);
  count(
    "kassa_webhook_attempts_total",
    "Attempts to deliver webhooks, by what they led to.",
    "result",
    sources.deliveries,
  );
  count(
    "kassa_page_reports_total",
    "What browsers reported of pages' policies, by kind.",
    "kind",
    sources.pageReports,
  );
  count(
    "kassa_page_checks_total",
    "Checks of the payment page from outside, by what they came to.",
    "outcome",
    sources.pageChecks,
  );
  count(
    "kassa_decline_limits_total",
    "Submits that had to wait because of declines before, or were refused, by what was declined too often.",
    "result",
    sources.declineLimits,
  );
  count(
    "kassa_connections_refused_total",
    "Connections closed at once because there were too many, in all or of their address.",
    "reason",
    sources.connectionsRefused,
  );
  count(
    "kassa_requests_shed_total",
    "Requests refused at once because too many waited already, by what those waited for.",
    "waiting_for",
    sources.requestsShed,
  );
  count("kassa_job_failures_total", "Rounds of background work that failed.", "job", sources.jobFailures);
  count(
    "kassa_refused_authentications_total",
    "Requests refused because of their key, by why.",
    "reason",
    sources.authenticationsRefused,
  );
  const { lane } = sources;
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

/** A histogram that is kept elsewhere, without the label objects and hashing that prom-client's costs at each value. */
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

  /** What prom-client asks for when it writes the metrics as text, and what its `get` is made of. */
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
