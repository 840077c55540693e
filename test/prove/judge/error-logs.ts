import { createReadStream, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Testbed } from "../testbed/testbed.ts";
import type { LossEffects } from "./loss-effects.ts";

type LogLine = {
  readonly level?: string;
  readonly time?: string;
  readonly msg?: string;
  readonly movement?: string;
  readonly attempt?: string;
  readonly key?: string;
  readonly reason?: string;
  readonly err?: { readonly type?: string; readonly code?: string; readonly message?: string };
};

/** Reports every error that Kassa logged without a known cause: in production each of them alerts an operator. */
export async function checkErrorLogs(
  { folder, cluster, pspRelay, dataLosses }: Testbed,
  { keys }: LossEffects,
  hadFaults: boolean,
): Promise<string[]> {
  const violations: string[] = [];
  const refused = await cluster.sql<{ id: string }>(refusedLateRefunds);
  const explanations: Explanations = {
    refusedLateRefunds: new Set(refused.map(({ id }) => id)),
    unrecoverableKeys: keys,
    undone: (atMs) => dataLosses.mayHaveUndone(atMs),
    altered: pspRelay.altered,
    hadFaults,
  };
  for (const file of readdirSync(folder).filter((name) => /^kassa-.*\.log$/.test(name))) {
    for await (const text of createInterface({ input: createReadStream(path.join(folder, file)) })) {
      const error = unexplainedError(text, explanations);
      if (error !== undefined) violations.push(`${file}: ${error}`);
    }
  }
  return violations;
}

/** Facts about a run that explain logged errors. */
export type Explanations = {
  /** Refunds of late funds that the PSP refused; a person must return the money. */
  readonly refusedLateRefunds: ReadonlySet<string>;
  /** Idempotency keys at the PSP of charges whose session Kassa has lost. */
  readonly unrecoverableKeys: ReadonlySet<string>;
  /** Whether a data loss may have undone what was committed at a time (Unix ms). */
  readonly undone: (atMs: number) => boolean;
  /** Attempts for which the PSP approved another amount than Kassa requested. */
  readonly altered: ReadonlySet<string>;
  /** Whether the run injected faults; otherwise an outage is no explanation. */
  readonly hadFaults: boolean;
};

/** Also those that a bank sent back, or that a fake refused after the customer's bank had taken the money. */
const refusedLateRefunds = `SELECT m.id FROM movements m JOIN sandbox_psp.movements s ON s.idempotency_key = COALESCE(m.psp_key, m.id)
  WHERE m.kind = 'refund' AND m.late AND s.refusal IS NOT NULL
  UNION ALL SELECT m.id FROM movements m JOIN attempts a ON (a.tenant_id, a.id) = (m.tenant_id, m.attempt_id)
    WHERE m.kind = 'refund' AND m.late AND m.status = 'failed' AND a.connector <> 'sandbox'`;

/** The start of a log line if it is an error without an explanation, else undefined. */
export function unexplainedError(text: string, explanations: Explanations): string | undefined {
  const line = parse(text);
  if (line === undefined || (line.level !== "error" && line.level !== "fatal")) return undefined;
  const isExplained =
    line.level === "error" &&
    ((explanations.hadFaults && isDatabaseOutage(line.err)) ||
      isRefusedLateRefund(line, explanations) ||
      isDataLoss(line, explanations) ||
      isAlteredAmount(line, explanations));
  return isExplained ? undefined : text.slice(0, 1_000);
}

const isRefusedLateRefund = ({ msg, movement }: LogLine, { refusedLateRefunds }: Explanations): boolean =>
  msg?.startsWith("late funds could not be returned") === true && refusedLateRefunds.has(movement ?? "");

const isAlteredAmount = ({ msg, attempt }: LogLine, { altered }: Explanations): boolean =>
  msg?.includes("than was asked for") === true && altered.has(attempt ?? "");

const isDataLoss = ({ time, reason, key, err }: LogLine, explanations: Explanations): boolean =>
  (reason === "unknown_session" && explanations.unrecoverableKeys.has(key ?? "")) ||
  (err?.type === "CommitLost" && explanations.undone(Date.parse(time ?? "")));

/** Ignores the welcome text, which isn't JSON, and lines that a kill truncated. */
function parse(text: string): LogLine | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}

/**
 * By SQLSTATE: connection exceptions (08), disk full (53), shutdown and recovery (57), a read-only server (25006), and the
 * timeouts that follow from an outage (25P03, lock_timeout 55P03). Also errors of Node and its driver for a broken connection.
 */
function isDatabaseOutage(error: LogLine["err"]): boolean {
  if (error === undefined) return false;
  if (/^(08|53|57|25006|25P03|55P03|ECONN|EPIPE|ENOENT)/.test(error.code ?? "")) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message ?? "",
  );
}
