import { createTransport } from "nodemailer";
import { isLoopbackHost } from "../kernel/loopback.ts";

/** A mail to one person, in plain text. */
export type Mail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
};

/** Hands mail over to a mail server. @throws when the server can't be reached within ten seconds, or refuses it */
export type Mailer = { send(mail: Mail): Promise<void> };

const timeoutMs = 10_000;

/**
 * A mailer that opens a connection for each mail: there are few.
 *
 * @param server `smtps:` is encrypted from the start. `smtp:` has to offer STARTTLS, unless it is on this machine.
 * @param from the sender, such as `Kassa <kassa@shop.example>`
 */
export function makeMailer(server: URL, from: string): Mailer {
  const isEncrypted = server.protocol === "smtps:";
  const user = decodeURIComponent(server.username);
  const transport = createTransport({
    host: server.hostname.replaceAll(/[[\]]/g, ""),
    port: Number(server.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    requireTLS: !isEncrypted && !isLoopbackHost(server.hostname),
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(server.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to, subject, text });
    },
  };
}
