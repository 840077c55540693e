import path from "node:path";
import type { FaultKind } from "../../psp/common/faults.ts";
import { freePort } from "../../support/free-port.ts";
import type { Random } from "../random.ts";
import { type PspRelay, startPspRelay } from "../testbed/psp-relay.ts";
import { SupervisedProcess } from "../testbed/supervised-process.ts";
import type { PspRailName } from "./names.ts";
import { type FakeEntry, type PspKind, pspKinds } from "./psp-kinds.ts";

/** The fake of a PSP in its own process, with the network between Kassa and it. */
export type PspRail = {
  readonly name: PspRailName;
  readonly kind: PspKind;
  readonly process: SupervisedProcess;
  readonly relay: PspRelay;
  /** The address of its pages. */
  readonly url: string;
  /** How many faults were planned at the fake. */
  readonly counts: { faults: number; contradictions: number; disputes: number };
  /** Every movement of money by the fake's own book. */
  log(): Promise<readonly FakeEntry[]>;
  /** What the fake shows below `/_fake`. */
  read(name: string): Promise<unknown>;
  /** Steers the fake. @param name the last part of an address below `/_fake` */
  steer(name: string, body: object): Promise<void>;
  /** Perhaps the next call fails. */
  planFault(random: Random): Promise<void>;
};

/**
 * The fakes repeat a notification five times, with longer and longer pauses: beyond the outages of a run, as PSPs do for days. Adyen's
 * notifications are the only proof, and disputes at PayPal are learned from nothing else.
 */
const notificationRetryMs = "3000";

const faultProbability = 0.15;
const faultKinds: readonly FaultKind[] = [
  "lose_answer_before",
  "lose_answer_after",
  "stall_before",
  "stall_after",
  "status_500_before",
  "status_500_after",
  "rate_limit",
  "truncate_answer",
  "delay_answer",
];

type Site = { readonly folder: string; readonly random: Random; readonly faults: boolean };

/** Makes the fake's process, which isn't started yet. */
export async function makePspRail(name: PspRailName, { folder, random, faults }: Site): Promise<PspRail> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const kind = pspKinds[name];
  const process = new SupervisedProcess({
    name: `the fake of ${name}`,
    url,
    readyPath: "/_fake/log",
    command: [
      `test/psp/${name}/serve.ts`,
      "--port",
      String(port),
      "--webhook-retry-ms",
      notificationRetryMs,
      ...kind.options,
    ],
    env: {},
    logFile: path.join(folder, `${name}.log`),
  });
  const steer = async (control: string, body: object): Promise<void> => {
    const response = await fetch(`${url}/_fake/${control}`, { method: "POST", body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} refused ${control}: ${text}`);
  };
  const read = async (name: string): Promise<unknown> => (await fetch(`${url}/_fake/${name}`)).json();
  const counts = { faults: 0, contradictions: 0, disputes: 0 };
  return {
    name,
    kind,
    process,
    relay: await startPspRelay(random.child(`${name} relay`), url, faults),
    url,
    counts,
    log: () => read("log") as Promise<FakeEntry[]>,
    read,
    steer,
    planFault: async (random) => {
      if (!faults || !random.chance(faultProbability)) return;
      counts.faults += 1;
      // One at a time. Adyen is called little: faults that waited there would fail every begin, and Kassa would avoid the account.
      await steer("no-faults", {});
      await steer("faults", { kind: random.pick(faultKinds), delayMs: random.integer(50, 1_800) });
    },
  };
}
