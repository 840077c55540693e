import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ConnectionSettings, Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { ApiKeyCache } from "../tenants/api-key-cache.ts";
import { makePeopleAuthenticator } from "./authenticate-person.ts";
import { clearOldSignIns } from "./clear-old-sign-ins.ts";
import { EventViewers } from "./event-stream/event-viewers.ts";
import { makePeopleMail, type PeopleMail } from "./mail/people-mail.ts";
import type { OperatorReads } from "./operator/routes.ts";
import type { Quarantine } from "./quarantine/routes.ts";
import type { ComposeReceiptMail } from "./receipt-mail/routes.ts";
import { peopleRoutes } from "./routes.ts";
import type { OpenSignIn, SignIn } from "./sign-in/library.ts";
import type { PasswordCost } from "./sign-in/passwords.ts";
import { signInRoutes } from "./sign-in/routes.ts";

type Core = {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
  readonly publicUrl: URL;
  readonly config: { readonly mailServer: URL | undefined; readonly mailSender: string };
  readonly log: FastifyBaseLogger;
  readonly passwordCost: PasswordCost | undefined;
  /** Whether the process is about to stop. */
  readonly stopping: () => boolean;
};

/** The people who use the dashboard: how they sign in, for whom they work, and what they may do. */
export function makePeople(
  core: Core,
  keys: Pick<ApiKeyCache, "tenantOf" | "rateOf">,
  composeReceiptMail: ComposeReceiptMail,
  operatorReads: OperatorReads,
  quarantine: Quarantine,
) {
  let signIn: Promise<SignIn> | undefined;
  const openSignIn: OpenSignIn = () => {
    // Some hundred modules, which a start would wait for.
    signIn ??= import("./sign-in/library.ts").then(({ makeSignIn }) => makeSignIn(core));
    return signIn;
  };
  const viewers = new EventViewers(core.database);
  const asked = { ...core, openSignIn, keys };
  const authenticator = makePeopleAuthenticator(asked);
  const deps = {
    ...asked,
    mail: openMail(core),
    viewers,
    identify: authenticator.identify,
    composeReceiptMail,
    operatorReads,
    quarantine,
  };
  return {
    authenticator,
    routes: [signInRoutes(openSignIn, core.publicUrl), peopleApi(deps)],
    jobs: [
      { name: "clear old sign-ins", everyMs: 3_600_000, run: () => clearOldSignIns(core.database) },
      {
        name: "pass events on to viewers",
        everyMs: 1_000,
        run: async () => {
          // While a process drains, the streams would keep it; the browsers connect to another one.
          if (core.stopping()) viewers.close();
          return viewers.follow();
        },
        interrupt: () => viewers.close(),
      },
    ],
    close: async () => (await signIn)?.close(),
  };
}

/** Undefined without a mail server. */
function openMail({ config: { mailServer, mailSender }, publicUrl }: Core): PeopleMail | undefined {
  if (!mailServer) return undefined;
  const open = async () => (await import("../mail/mailer.ts")).makeMailer(mailServer, mailSender);
  return makePeopleMail(open, publicUrl);
}

const peopleApi = (deps: Parameters<typeof peopleRoutes>[0]) => async (app: FastifyInstance) => {
  await app.register(peopleRoutes(deps), { prefix: "/dashboard/api" });
};
