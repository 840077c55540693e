import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { freePort } from "./free-port.ts";

export type ReceivedMail = {
  /** The envelope's recipients. */
  readonly to: readonly string[];
  /** The whole message, with its transfer encoding undone. */
  readonly text: string;
  readonly user: string | undefined;
};

/** A real SMTP server on this machine, which keeps what it gets. */
export type MailServer = {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
};

/** @param login the only user and password that it accepts; without it, it asks for none */
export async function startMailServer(login?: { user: string; password: string }): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const options: SMTPServerOptions = {
    disabledCommands: login ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    authOptional: !login,
    onAuth: ({ username, password }, _session, answer) =>
      username === login?.user && password === login?.password
        ? answer(null, { user: username })
        : answer(new Error("wrong user or password")),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(parts).toString();
        mails.push({ to, text: undoQuotedPrintable(raw), user: session.user as string | undefined });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  const port = await freePort();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.on("error", () => {});
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const undoQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
