import type { Database } from "../database/database.ts";
import type { LeasedRounds } from "../database/leased-rounds.ts";
import type { Lease } from "../database/leases.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import type { Mailer } from "../mail/mailer.ts";
import { countTries, endTry, receiptMailLeases } from "./queries.ts";

/** Writes the mail; undefined when there is no such session, a problem while it has no receipt. */
export type ComposeReceiptMail = (
  scope: TenantScope,
  sessionId: string,
) => Promise<
  | Result<
      { readonly customerEmail: string | null; readonly subject: string; readonly text: string },
      Problem
    >
  | undefined
>;

export type ReceiptMailDeps = {
  readonly database: Database;
  readonly openMailer: () => Promise<Mailer>;
  readonly compose: ComposeReceiptMail;
  readonly log: { warn(fields: object, message: string): void };
};

/** Longer than the mailer waits for a mail server. */
const leaseMs = 60_000;
const minute = 60;
/** A mail server may be down for an hour, and an authorization may wait for its capture for days. */
const longestPauseSeconds = 6 * 60 * minute;
/** Some 30 days of tries: no authorization waits longer to be captured. */
const triesAtMost = 125;

/** Sends the mails that are due, each once unless the process dies right after it has sent one; whether there may be more to do at once. */
export function sendDueMails(deps: ReceiptMailDeps, rounds: LeasedRounds): Promise<boolean> {
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => receiptMailLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => tryMail(deps, lease),
  );
}

async function tryMail(deps: ReceiptMailDeps, lease: Lease): Promise<void> {
  const { database, log } = deps;
  const isOver = await sendMail(deps, lease).catch((error: unknown) => {
    log.warn({ err: error, session: lease.id }, "a receipt couldn't be mailed; it is tried again");
    return false;
  });
  try {
    await database.inTenant(lease, async (trx) => {
      const tries = isOver ? 0 : await countTries(trx, lease);
      await endTry(trx, lease, isOver || tries >= triesAtMost ? null : pauseAfter(tries));
    });
  } catch (error) {
    // Its lease ends by itself.
    log.warn({ err: error, session: lease.id }, "what became of the mail of a receipt couldn't be stored");
  }
}

/** 1, 2, 4, … minutes, and at most six hours. */
const pauseAfter = (tries: number): number =>
  Math.min(minute * 2 ** Math.min(tries, 10), longestPauseSeconds);

/** Sends the mail. False while there is no receipt, because not all is captured. */
async function sendMail({ compose, openMailer }: ReceiptMailDeps, lease: Lease): Promise<boolean> {
  const composed = await compose(lease, lease.id);
  if (composed?.ok === false) return false;
  const { customerEmail: address, subject, text } = composed?.value ?? { customerEmail: null };
  // The customer was erased meanwhile.
  if (address === null || subject === undefined || text === undefined) return true;
  await (await openMailer()).send({ to: { name: "", address }, subject, text });
  return true;
}
