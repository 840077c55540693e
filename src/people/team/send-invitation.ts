import type { FastifyRequest } from "fastify";
import { invitationPath, type NewInvitation } from "../join/invitations.ts";
import type { PeopleMail } from "../mail/people-mail.ts";
import { languageOf } from "../mail/texts.ts";
import type { SignedIn } from "../sign-in/signed-in.ts";

type Deps = { readonly mail: PeopleMail | undefined; readonly publicUrl: URL };
type Invited = { readonly email: string; readonly tenant: string };

/** Sends an invitation by mail, if there is a mail server. The answer has its link in any case. */
export async function sendInvitation(
  { mail, publicUrl }: Deps,
  request: FastifyRequest,
  invitation: NewInvitation,
  { email, tenant }: Invited,
  who: SignedIn,
) {
  const link = new URL(invitationPath(invitation), publicUrl).href;
  const letter = { email, inviter: who.person.name, tenant, link };
  const sentByMail = await isSent(request, mail?.sendInvitation(letter, languageOf(request.raw)));
  return { object: "invitation.link", id: invitation.id, link, sentByMail };
}

/** Whether a mail was taken by the mail server. If it wasn't, the link is there to be passed on, so that nothing is lost. */
async function isSent(request: FastifyRequest, sending: Promise<void> | undefined): Promise<boolean> {
  try {
    await sending;
    return sending !== undefined;
  } catch (error) {
    request.log.error(error, "an invitation wasn't sent by mail");
    return false;
  }
}
