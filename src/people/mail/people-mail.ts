import type { Mail, Mailer } from "../../mail/mailer.ts";
import type { PersonRow } from "../queries.ts";
import { fill, type MailLanguage, mailTexts } from "./texts.ts";

/** The mail that people of the dashboard get, or have sent. Each rejects if the mail server doesn't take it. */
export type PeopleMail = {
  /** @param link sets a new password */
  sendReset(person: PersonRow, link: string, language: MailLanguage): Promise<void>;
  sendInvitation(invitation: InvitationMail, language: MailLanguage): Promise<void>;
  /** To a customer. */
  sendReceipt(mail: Mail): Promise<void>;
};

export type InvitationMail = {
  readonly email: string;
  /** The name of who invites. */
  readonly inviter: string;
  readonly tenant: string;
  readonly link: string;
};

/** @param open opens the mailer when the first mail is sent */
export function makePeopleMail(open: () => Promise<Mailer>, publicUrl: URL): PeopleMail {
  const { host } = publicUrl;
  return {
    sendReceipt: async (mail) => (await open()).send(mail),
    sendReset: async ({ name, email }, link, language) => {
      const { resetSubject, reset } = mailTexts[language];
      const mailer = await open();
      await mailer.send({
        to: { name, address: email },
        subject: resetSubject,
        text: fill(reset, { name, host, link }),
      });
    },
    sendInvitation: async ({ email, inviter, tenant, link }, language) => {
      const { invitationSubject, invitation } = mailTexts[language];
      const values = { inviter, tenant, host, link };
      const mailer = await open();
      await mailer.send({
        to: { name: "", address: email },
        subject: fill(invitationSubject, values),
        text: fill(invitation, values),
      });
    },
  };
}
