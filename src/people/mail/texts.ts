import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

type Texts = {
  /** @param values what stands in braces in the texts */
  readonly resetSubject: string;
  readonly reset: string;
  readonly invitationSubject: string;
  readonly invitation: string;
};

/** Mail to people of the dashboard, by language. Values stand in braces. */
export const mailTexts = {
  en: {
    resetSubject: "A new password for Kassa",
    reset: `Hello {name},

somebody, probably you, asked for a new password for Kassa at {host}. Choose one here, within an hour:

{link}

Your second factor stays as it is. If you didn't ask for this, you needn't do anything: your password still works.`,
    invitationSubject: "{inviter} invites you to {tenant}",
    invitation: `Hello,

{inviter} invites you to work for {tenant} in Kassa at {host}. Accept within seven days:

{link}

If you don't know {inviter}, ignore this mail.`,
  },
  de: {
    resetSubject: "Ein neues Passwort für Kassa",
    reset: `Hallo {name},

jemand, vermutlich du selbst, hat ein neues Passwort für Kassa unter {host} angefordert. Wähle es hier, innerhalb einer Stunde:

{link}

Dein zweiter Faktor bleibt, wie er ist. Wenn du das nicht angefordert hast, brauchst du nichts zu tun: Dein Passwort gilt weiter.`,
    invitationSubject: "{inviter} lädt dich zu {tenant} ein",
    invitation: `Hallo,

{inviter} lädt dich ein, in Kassa unter {host} für {tenant} zu arbeiten. Nimm die Einladung innerhalb von sieben Tagen an:

{link}

Wenn du {inviter} nicht kennst, ignoriere diese Mail.`,
  },
} satisfies Record<string, Texts>;

export type MailLanguage = keyof typeof mailTexts;

const languages = Object.keys(mailTexts) as MailLanguage[];

/** The first language of the browser that there are texts in. */
export const languageOf = (request: IncomingMessage): MailLanguage => {
  const language = new Negotiator(request).language(languages);
  return languages.find((each) => each === language) ?? "en";
};

/** @param values what stands in braces. Line breaks in them become spaces, so that nobody's name adds lines to a mail. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    (values[name] ?? whole).replaceAll(/\s+/g, " "),
  );
}
