import { readFileSync } from "node:fs";
import path from "node:path";
import type { FaultInjector } from "./faults/inject.ts";
import type { Verdict } from "./judge/judge.ts";
import { faultLine } from "./testbed/psp-settings.ts";
import type { Testbed } from "./testbed/testbed.ts";
import type { Journal } from "./workload/journal.ts";

type FinishedRun = {
  readonly testbed: Testbed;
  readonly injector: FaultInjector;
  readonly journal: Journal;
  readonly sessions: number;
  readonly verdict: Verdict;
};

/** The figures printed at the end of a run, by their label. */
export async function collectFigures(ran: FinishedRun): Promise<Record<string, number>> {
  const { testbed, injector, journal, sessions, verdict } = ran;
  const { instances, psp, relay, receiver } = testbed;
  const sum = (of: (kassa: Testbed["instances"][number]) => number): number =>
    instances.reduce((total, kassa) => total + of(kassa), 0);
  return {
    "sessions run": sessions,
    ...(await countRows(testbed)),
    ...railFigures(testbed),
    "kill -9 of Kassa": sum(({ kills }) => kills),
    "of these, at crash points": sum(({ diedAt }) => diedAt.length),
    "kill -9 of the PSP": psp.kills,
    "database crashes": injector.counts.crash_database + injector.counts.kill_backend,
    "failovers that lost commits": injector.counts.fail_over,
    "backups restored": injector.counts.restore_backup,
    "changes of the PSP account": injector.counts.change_account,
    ...(testbed.disk
      ? { "full disks": injector.counts.fill_disk }
      : { "full disks (not run: only root can mount a disk to fill)": 0 }),
    "interrupted commits": injector.counts.lose_commit,
    "network cuts": injector.counts.cut_network,
    "paused processes": injector.counts.pause,
    "faults of the PSP": pspFaults(testbed),
    "calls to the PSP delivered twice": testbed.pspRelay.counts.duplicated,
    "calls to the PSP delivered after Kassa's timeout": testbed.pspRelay.counts.delayed,
    "charges approved for a smaller amount": testbed.pspRelay.altered.size,
    "notifications repeated": relay.counts.repeated,
    "notifications postponed": relay.counts.postponed,
    "notifications forged": relay.counts.forged,
    "webhooks received": receiver.counts.arrivals,
    "webhooks refused, answered late or not at all":
      receiver.counts.refused + receiver.counts.slow + receiver.counts.hungUp,
    "responses to merchants": journal.counts.answers,
    "responses lost": journal.counts.lostAnswers,
    "503 responses": journal.counts.unavailable,
    "calls replayed at the end": verdict.replayedCalls,
  };
}

async function countRows({ cluster }: Testbed): Promise<Record<string, number>> {
  const rows = await cluster.sql<{ name: string; count: number }>(
    `SELECT 'payment attempts' AS name, count(*) FROM attempts
     UNION ALL SELECT 'payments with money', count(*) FROM payments WHERE amount_authorized > 0
     UNION ALL SELECT kind || 's', count(*) FROM movements GROUP BY kind
     UNION ALL SELECT 'disputes', count(*) FROM disputes
     UNION ALL SELECT 'disputes of late funds', count(*) FROM disputes WHERE late
     UNION ALL SELECT 'attempts with late funds', count(*) FROM attempts WHERE status = 'late'
     UNION ALL SELECT 'transfers', count(*) FROM attempts WHERE method = 'bank_transfer'
     UNION ALL SELECT 'partial transfers', count(*) FROM events WHERE type = 'payment.partially_funded'
     UNION ALL SELECT 'transfers with a surplus', count(*) FROM events WHERE type = 'payment.overfunded'
     UNION ALL SELECT 'sandbox clocks', count(*) FROM clocks
     UNION ALL SELECT 'sessions extended by shoppers', count(*) FROM checkout_sessions WHERE extensions > 0
     UNION ALL SELECT 'charges at ' || connector, count(*) FROM attempts
       WHERE connector <> 'sandbox' AND status IN ('approved', 'late') GROUP BY connector
     UNION ALL SELECT 'attempts at an account after another one had failed', count(*) FROM attempts WHERE json_array_length(passed_over) > 0
     UNION ALL SELECT 'sessions with attempts at several PSPs', count(*) FROM (SELECT FROM attempts
       GROUP BY tenant_id, payment_id HAVING count(DISTINCT connector) > 1) several
     UNION ALL SELECT 'ledger entries', count(*) FROM ledger_entries
     UNION ALL SELECT 'events', count(*) FROM events`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

function railFigures({ rails, bankShop }: Testbed): Record<string, number> {
  const sum = (of: (rail: Testbed["rails"][number]) => number): number =>
    rails.reduce((total, rail) => total + of(rail), 0);
  const atPsps = {
    "faults of the fakes of PSPs": sum(({ counts }) => counts.faults),
    "calls to the fakes delivered twice or late": sum(
      ({ relay }) => relay.counts.duplicated + relay.counts.delayed,
    ),
    "notifications that contradicted a fake's book": sum(({ counts }) => counts.contradictions),
    "payments that banks took back at fakes": sum(({ counts }) => counts.disputes),
  };
  const atBank = bankShop && {
    "bank statements imported": bankShop.bank.counts.files,
    "bank entries": bankShop.bank.book.length,
    "bank entries sent again": bankShop.bank.counts.entriesSentAgain,
    "refunds by transfer": bankShop.bank.counts.refunds,
    "refunds by transfer that came back": bankShop.bank.counts.returned,
  };
  return { ...(rails.length > 0 ? atPsps : {}), ...atBank };
}

function pspFaults({ folder }: Testbed): number {
  const lines = readFileSync(path.join(folder, "psp.log"), "utf8").split("\n");
  return lines.filter((line) => line.startsWith(faultLine)).length;
}
