import { createReadStream, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { House } from "../house/house.ts";
import type { LostMoney } from "./lost-money.ts";

type Line = {
  readonly level?: string;
  readonly time?: string;
  readonly msg?: string;
  readonly movement?: string;
  readonly attempt?: string;
  readonly key?: string;
  readonly reason?: string;
  readonly err?: { readonly type?: string; readonly code?: string; readonly message?: string };
};

/** No error line may be in a log that an outage doesn't explain: an operator is called for each. */
export async function checkLogLines(
  { folder, cluster, pspRelay, lost }: House,
  { keys }: LostMoney,
  hadFaults: boolean,
): Promise<string[]> {
  const violations: string[] = [];
  const refused = await cluster.sql<{ id: string }>(refusedReturns);
  const known: Known = {
    refusedReturns: new Set(refused.map(({ id }) => id)),
    lostKeys: keys,
    undone: (atMs) => lost.undone(atMs),
    altered: pspRelay.altered,
    hadFaults,
  };
  for (const file of readdirSync(folder).filter((name) => /^kassa-.*\.log$/.test(name))) {
    for await (const text of createInterface({ input: createReadStream(path.join(folder, file)) })) {
      const words = unexplained(text, known);
      if (words !== undefined) violations.push(`${file}: ${words}`);
    }
  }
  return violations;
}

/** What is true of a run and explains errors. */
export type Known = {
  /** Refunds of late money that the PSP refused: they have to be sent back by hand. */
  readonly refusedReturns: ReadonlySet<string>;
  /** The PSP's keys of charges whose session Kassa has lost. */
  readonly lostKeys: ReadonlySet<string>;
  /** Whether what was committed before a time, in milliseconds since 1970, may have been lost at that time. */
  readonly undone: (atMs: number) => boolean;
  /** Attempts for which the PSP approved another amount than Kassa had asked for. */
  readonly altered: ReadonlySet<string>;
  /** Whether anything was broken on purpose. Otherwise no outage explains a line. */
  readonly hadFaults: boolean;
};

const refusedReturns = `SELECT m.id FROM movements m JOIN sandbox_psp.movements s ON s.idempotency_key = COALESCE(m.psp_key, m.id)
  WHERE m.kind = 'refund' AND m.late AND s.refusal IS NOT NULL`;

/** What a line of Kassa's log says, if it is an error that nothing explains. */
export function unexplained(text: string, known: Known): string | undefined {
  const line = parse(text);
  if (line === undefined || (line.level !== "error" && line.level !== "fatal")) return undefined;
  const isExplained =
    line.level === "error" &&
    ((known.hadFaults && isOutage(line.err)) ||
      tellsOfRefusal(line, known) ||
      tellsOfLoss(line, known) ||
      tellsOfAmount(line, known));
  return isExplained ? undefined : text.slice(0, 1_000);
}

const tellsOfRefusal = ({ msg, movement }: Line, known: Known): boolean =>
  msg?.startsWith("late money could not be returned") === true && known.refusedReturns.has(movement ?? "");

const tellsOfAmount = ({ msg, attempt }: Line, known: Known): boolean =>
  msg?.includes("than was asked for") === true && known.altered.has(attempt ?? "");

const tellsOfLoss = ({ time, reason, key, err }: Line, known: Known): boolean =>
  (reason === "unknown_session" && known.lostKeys.has(key ?? "")) ||
  (err?.type === "CommitLost" && known.undone(Date.parse(time ?? "")));

/** Welcome lines aren't JSON, and a line that a kill cut short is no error. */
function parse(text: string): Line | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL was away, had no disk (53) or only read (25006), ended the connection, recovers, or let a statement wait for too long while it did: classes 08, 25P03
 * and 57, lock_timeout 55P03, and what Node and its driver say of a connection that broke.
 */
function isOutage(error: Line["err"]): boolean {
  if (error === undefined) return false;
  if (/^(08|53|57|25006|25P03|55P03|ECONN|EPIPE|ENOENT)/.test(error.code ?? "")) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message ?? "",
  );
}
