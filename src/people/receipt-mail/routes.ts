import type { FastifyInstance, FastifyRequest } from "fastify";
import { insertAuditEntry, selectEntriesAbout } from "../../audit/audit-log.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { answering } from "../../http/result-reply.ts";
import { isOwnId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { actorOf, asReaderOf, type PersonDeps } from "../as-member.ts";
import type { PeopleMail } from "../mail/people-mail.ts";
import { ReceiptMailSchema } from "../schemas.ts";
import type { SignedIn } from "../sign-in/signed-in.ts";

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

type Deps = PersonDeps & {
  readonly mail: PeopleMail | undefined;
  readonly composeReceiptMail: ComposeReceiptMail;
};
type Send = { readonly Params: { readonly session: string }; readonly Body: { readonly to?: string } };

/** So many mails about one session in a day: enough for a mistyped address, too few to bother somebody. */
const mostInADay = 5;
const dayMs = 86_400_000;

/** `/dashboard/api/receipt-mails/{session}`: sends the receipt of a session again, to its customer or to another address. */
export function receiptMailRoutes(deps: Deps) {
  const reader = answering(asReaderOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.post<Send>("/:session", { schema: { body: ReceiptMailSchema } }, (request, reply) =>
      reader(request, reply, async ({ tenantId, mode, may }, who) => {
        if (!may("payments", "write")) return failed(notAllowed);
        return send(deps, request, { tenantId, mode }, who);
      }),
    );
  };
}

async function send(
  { mail, composeReceiptMail, database }: Deps,
  request: FastifyRequest<Send>,
  scope: TenantScope,
  who: SignedIn,
): Promise<Result<object, Problem>> {
  const { session } = request.params;
  if (!mail) return failed(noMailServer);
  const composed = isOwnId(session, "cs", scope) ? await composeReceiptMail(scope, session) : undefined;
  if (!composed) return failed(notFound);
  if (!composed.ok) return composed;
  const { customerEmail, subject, text } = composed.value;
  const to = request.body.to ?? customerEmail;
  if (to === null)
    return failed(problem("parameter_missing", "The session has no email address. Send one.", "/to"));
  const entry = {
    action: "requested",
    object: "mail_receipt",
    objectId: session,
    ...scope,
    changes: {},
  } as const;
  const isAllowed = await database.inControl(async (trx) => {
    const earlier = await selectEntriesAbout(trx, scope.tenantId, [session], 100);
    const ofToday = earlier.filter(
      ({ object, at }) => object === "mail_receipt" && at.getTime() > Date.now() - dayMs,
    );
    if (ofToday.length >= mostInADay) return false;
    await insertAuditEntry(trx, actorOf(request, who), entry);
    return true;
  });
  if (!isAllowed) return failed(tooMany);
  try {
    await mail.sendReceipt({ to: { name: "", address: to }, subject, text });
  } catch (error) {
    request.log.warn({ err: error }, "the mail server didn't take a receipt");
    return failed(refused);
  }
  return success({ object: "receipt_mail", session, to });
}

const notAllowed = problem("role_forbids", "Your role can't send receipts.");
const noMailServer = problem(
  "service_unavailable",
  "This Kassa has no mail server. Set KASSA_SMTP_URL, or send the receipt's address yourself.",
);
const refused = problem(
  "service_unavailable",
  "The mail server didn't accept the mail. Try again in a moment.",
);
const tooMany = problem(
  "rate_limited",
  `The receipt was mailed ${mostInADay} times within a day. Wait, or send its address yourself.`,
);
