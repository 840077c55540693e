import { readFileSync } from "node:fs";
import path from "node:path";
import type { Injector } from "./faults/inject.ts";
import type { House } from "./house/house.ts";
import { faultLine } from "./house/psp-settings.ts";
import type { Verdict } from "./judge/judge.ts";
import type { Journal } from "./play/journal.ts";

type Ran = {
  readonly house: House;
  readonly injector: Injector;
  readonly journal: Journal;
  readonly sessions: number;
  readonly verdict: Verdict;
};

/** What was done, broken and looked at in a run, by what it is called in the figures. */
export async function countAll(ran: Ran): Promise<Record<string, number>> {
  const { house, injector, journal, sessions, verdict } = ran;
  const { kassas, psp, relay, receiver } = house;
  const sum = (of: (kassa: House["kassas"][number]) => number): number =>
    kassas.reduce((total, kassa) => total + of(kassa), 0);
  return {
    "sessions driven": sessions,
    ...(await countRows(house)),
    "kill -9 of Kassa": sum(({ kills }) => kills),
    "of these at crash points": sum(({ diedAt }) => diedAt.length),
    "kill -9 of the PSP": psp.kills,
    "database crashes": injector.counts.crash_database + injector.counts.kill_backend,
    "failovers that lost commits": injector.counts.fail_over,
    "backups put back": injector.counts.restore_backup,
    "changes of account": injector.counts.change_account,
    ...(house.disk
      ? { "full disks": injector.counts.fill_disk }
      : { "full disks (not run: only root can mount a disk to fill up)": 0 }),
    "commits cut off": injector.counts.lose_commit,
    "networks cut": injector.counts.cut_network,
    zombies: injector.counts.freeze,
    "faults of the PSP": pspFaults(house),
    "calls to the PSP that came twice": house.pspRelay.counts.doubled,
    "calls to the PSP that came when nobody waited": house.pspRelay.counts.belated,
    "charges of less than was asked for": house.pspRelay.altered.size,
    "notifications repeated": relay.counts.repeated,
    "notifications postponed": relay.counts.postponed,
    "notifications forged": relay.counts.forged,
    "webhooks arrived": receiver.counts.arrivals,
    "webhooks refused, late or without an answer":
      receiver.counts.refused + receiver.counts.slow + receiver.counts.hungUp,
    "answers to merchants": journal.counts.answers,
    "answers lost": journal.counts.lostAnswers,
    "answers 503": journal.counts.unavailable,
    "calls repeated at the end": verdict.repeatedCalls,
  };
}

async function countRows({ cluster }: House): Promise<Record<string, number>> {
  const rows = await cluster.sql<{ name: string; count: number }>(
    `SELECT 'attempts to pay' AS name, count(*) FROM attempts
     UNION ALL SELECT 'payments with money', count(*) FROM payments WHERE amount_authorized > 0
     UNION ALL SELECT kind || 's', count(*) FROM movements GROUP BY kind
     UNION ALL SELECT 'disputes', count(*) FROM disputes
     UNION ALL SELECT 'disputes of late money', count(*) FROM disputes WHERE late
     UNION ALL SELECT 'attempts that brought late money', count(*) FROM attempts WHERE status = 'late'
     UNION ALL SELECT 'transfers', count(*) FROM attempts WHERE method = 'bank_transfer'
     UNION ALL SELECT 'parts of transfers', count(*) FROM events WHERE type = 'payment.partially_funded'
     UNION ALL SELECT 'transfers of too much', count(*) FROM events WHERE type = 'payment.overfunded'
     UNION ALL SELECT 'clocks', count(*) FROM clocks
     UNION ALL SELECT 'ledger entries', count(*) FROM ledger_entries
     UNION ALL SELECT 'events', count(*) FROM events`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

function pspFaults({ folder }: House): number {
  const lines = readFileSync(path.join(folder, "psp.log"), "utf8").split("\n");
  return lines.filter((line) => line.startsWith(faultLine)).length;
}
