import { parseArgs } from "node:util";
import { type RailName, readRails } from "./rails/names.ts";

export type Options = {
  /** Where customers pay. */
  readonly rails: readonly RailName[];
  readonly seed: string;
  readonly sessions: number;
  /** No session starts after this many minutes. */
  readonly minutes: number;
  /** The number of Kassa processes. */
  readonly processes: number;
  /** The number of concurrent sessions. */
  readonly shoppers: number;
  /** One fault per this many sessions, on average. */
  readonly sessionsPerFault: number;
  /** One loss of committed data per this many sessions, after the first two losses. */
  readonly sessionsPerLoss: number;
  /** Whether the data directory is kept even without violations. */
  readonly keep: boolean;
  /**
   * Restarts no process at the end and shortens no wait: jobs and notifications must resolve everything by themselves.
   */
  readonly unaided: boolean;
  /** Whether faults are injected; off for testing the prover itself. */
  readonly faults: boolean;
  /** Whether Kassa's database is a Citus cluster, whose nodes are crashed one at a time, without data losses and coverage. */
  readonly citus: boolean;
};

const usage = `npm run prove -- [--seed N] [--rails NAMES] [--sessions N] [--minutes M] [--processes N] [--shoppers N] [--sessions-per-fault N] [--sessions-per-loss N] [--unaided] [--keep] [--no-faults] [--citus]
  --seed                determines the workload and the faults (default: random, printed at the start)
  --rails               where customers pay: all, or some of sandbox,stripe,mollie,paypal,adyen,bank (default: sandbox)
  --sessions            number of checkout sessions (default: 500)
  --minutes             start no session after this many minutes (default: no limit)
  --processes           number of Kassa processes (default: 2; 3 for 5,000 sessions or more)
  --shoppers            number of concurrent sessions (default: 16)
  --sessions-per-fault  one fault per this many sessions on average (default: 12; 40 for 5,000 sessions or more)
  --sessions-per-loss   one loss of committed data per this many sessions (default: 150)
  --unaided             restart no process at the end and shorten no wait
  --keep                keep the data directory even without violations
  --no-faults           inject no faults
  --citus               run on the prover's own Citus cluster; run "npm run citus -- build" once before`;

/** Parses the command line. @throws Error with the usage if it is invalid */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string" },
      rails: { type: "string", default: "sandbox" },
      sessions: { type: "string", default: "500" },
      minutes: { type: "string", default: "100000" },
      processes: { type: "string" },
      shoppers: { type: "string", default: "16" },
      "sessions-per-fault": { type: "string" },
      "sessions-per-loss": { type: "string", default: "150" },
      unaided: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      "no-faults": { type: "boolean", default: false },
      citus: { type: "boolean", default: false },
    },
  });
  const sessions = positive("sessions", values.sessions);
  return {
    seed: values.seed ?? String(Math.floor(Math.random() * 1_000_000)),
    rails: readRails(values.rails),
    sessions: Math.ceil(sessions),
    minutes: positive("minutes", values.minutes),
    processes: Math.ceil(positive("processes", values.processes ?? (sessions >= 5_000 ? "3" : "2"))),
    shoppers: Math.ceil(positive("shoppers", values.shoppers)),
    sessionsPerFault: Math.ceil(
      positive("sessions-per-fault", values["sessions-per-fault"] ?? (sessions >= 5_000 ? "40" : "12")),
    ),
    sessionsPerLoss: Math.ceil(positive("sessions-per-loss", values["sessions-per-loss"])),
    unaided: values.unaided,
    keep: values.keep,
    faults: !values["no-faults"],
    citus: values.citus,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number greater than 0.\n\n${usage}`);
}

/** The command that repeats the run. */
export function replayCommand(options: Options): string {
  const { seed, rails, sessions, processes, shoppers, sessionsPerFault, sessionsPerLoss, unaided, citus } =
    options;
  const size = `--sessions ${sessions} --processes ${processes} --shoppers ${shoppers}`;
  const faults = `--sessions-per-fault ${sessionsPerFault} --sessions-per-loss ${sessionsPerLoss}`;
  const rest = `${faults}${unaided ? " --unaided" : ""}${citus ? " --citus" : ""}`;
  return `npm run prove -- --seed ${seed} --rails ${rails.join(",")} ${size} ${rest}`;
}
