import type { Database } from "../database/database.ts";
import type { EventSubscriber } from "../events/record-event.ts";
import { leasedJob } from "../jobs/start-job.ts";
import { receiptMailLeases } from "./queries.ts";
import { scheduleMail } from "./schedule-mail.ts";
import { type ComposeReceiptMail, type ReceiptMailDeps, sendDueMails } from "./send-due-mails.ts";

type Core = {
  readonly database: Database;
  readonly config: { readonly mailServer: URL | undefined; readonly mailSender: string };
  readonly log: ReceiptMailDeps["log"];
};

/** Mails receipts to customers who have entered their address on the payment page. Without a mail server it does nothing. */
export function makeReceiptMails({ database, config, log }: Core, compose: ComposeReceiptMail) {
  const { mailServer, mailSender } = config;
  if (!mailServer) return { subscriber: noSubscriber, jobs: [] };
  const openMailer = async () => (await import("../mail/mailer.ts")).makeMailer(mailServer, mailSender);
  const deps = { database, log, compose, openMailer };
  const { dueRows } = receiptMailLeases;
  const job = leasedJob("mail receipts", dueRows, (rounds) => sendDueMails(deps, rounds));
  return { subscriber: scheduleMail, jobs: [job] };
}

const noSubscriber: EventSubscriber = async () => {};
