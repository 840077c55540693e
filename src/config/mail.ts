import type { Variables } from "./variables.ts";

export type MailConfig = {
  /** Where mail to people of the dashboard is handed over; undefined if Kassa sends none. */
  readonly mailServer: URL | undefined;
  readonly mailSender: string;
};

/** @param publicHost the host of Kassa's public address, from which mail comes by default */
export function readMail(variables: Variables, publicHost: string): MailConfig {
  return {
    mailServer: readMailServer(variables, "KASSA_SMTP_URL"),
    mailSender: readMailSender(variables, "KASSA_MAIL_FROM", `Kassa <kassa@${publicHost}>`),
  };
}

/** A mail server's address. Messages never contain it, for it may hold a password. */
function readMailServer(variables: Variables, name: string): URL | undefined {
  const text = variables.optional(name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname + url.search))
    return url;
  variables.fault(
    `${name} has to be a mail server's address, such as smtps://user:password@mail.example.com, without a path.`,
  );
  return undefined;
}

/** Who mail comes from: an address, or a name and an address in angle brackets. */
function readMailSender(variables: Variables, name: string, standard: string): string {
  const text = variables.text(name, standard);
  if (/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) return text;
  variables.fault(`${name} has to be an address such as Kassa <kassa@shop.example>; it is "${text}".`);
  return standard;
}
