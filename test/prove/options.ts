import { parseArgs } from "node:util";

export type Options = {
  readonly seed: string;
  readonly sessions: number;
  /** No session begins after so much time. */
  readonly minutes: number;
  /** How many processes of Kassa serve. */
  readonly processes: number;
  /** How many sessions are under way at once. */
  readonly shoppers: number;
  /** Something is broken each time that about so many sessions have begun. */
  readonly sessionsPerFault: number;
  /** Committed data is lost each time that so many sessions have begun, after the first two losses. */
  readonly sessionsPerLoss: number;
  /** Whether the data directory is kept even if all is well. */
  readonly keep: boolean;
  /**
   * At the end no process is restarted and no wait is made shorter: jobs and notifications have to find out everything by
   * themselves.
   */
  readonly unaided: boolean;
  /** Whether anything is broken on purpose; off for trying the frame itself. */
  readonly faults: boolean;
};

const usage = `npm run prove -- [--seed N] [--sessions N] [--minutes M] [--processes N] [--shoppers N] [--sessions-per-fault N] [--sessions-per-loss N] [--unaided] [--keep] [--no-faults]
  --seed       decides what is done and broken (default: a random one, which is printed)
  --sessions   how many checkout sessions are driven (default: 500)
  --minutes    no session begins after so many minutes (default: no limit)
  --processes  how many processes of Kassa serve (default: 2, from 5,000 sessions on 3)
  --shoppers   how many sessions are under way at once (default: 16)
  --sessions-per-fault  something is broken about each time that so many have begun (default: 12, from 5,000 sessions on 40)
  --sessions-per-loss   committed data is lost each time that so many have begun (default: 150)
  --unaided    restarts no process at the end and makes no wait shorter
  --keep       keeps the data directory even if all is well
  --no-faults  breaks nothing`;

/** Reads the command line. @throws Error with the usage when it can't be understood */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string" },
      sessions: { type: "string", default: "500" },
      minutes: { type: "string", default: "100000" },
      processes: { type: "string" },
      shoppers: { type: "string", default: "16" },
      "sessions-per-fault": { type: "string" },
      "sessions-per-loss": { type: "string", default: "150" },
      unaided: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      "no-faults": { type: "boolean", default: false },
    },
  });
  const sessions = positive("sessions", values.sessions);
  return {
    seed: values.seed ?? String(Math.floor(Math.random() * 1_000_000)),
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
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} takes a number above 0.\n\n${usage}`);
}

/** The command that repeats a run. */
export function replayCommand(options: Options): string {
  const { seed, sessions, processes, shoppers, sessionsPerFault, sessionsPerLoss, unaided } = options;
  const size = `--sessions ${sessions} --processes ${processes} --shoppers ${shoppers}`;
  const faults = `--sessions-per-fault ${sessionsPerFault} --sessions-per-loss ${sessionsPerLoss}`;
  const rest = `${faults}${unaided ? " --unaided" : ""}`;
  return `npm run prove -- --seed ${seed} ${size} ${rest}`;
}
