import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ConnectionSettings, Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { ApiKeyCache } from "../tenants/api-key-cache.ts";
import { makePeopleAuthenticator } from "./authenticate-person.ts";
import { peopleRoutes } from "./routes.ts";
import type { OpenSignIn, SendReset, SignIn } from "./sign-in/library.ts";
import { signInRoutes } from "./sign-in/routes.ts";

type Core = {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
};

/** The people who use the dashboard: how they sign in, for whom they work, and what they may do. */
export function makePeople(core: Core, keys: Pick<ApiKeyCache, "tenantOf">, sendReset: SendReset) {
  let signIn: Promise<SignIn> | undefined;
  const openSignIn: OpenSignIn = () => {
    // Some hundred modules, which a start would wait for.
    signIn ??= import("./sign-in/library.ts").then(({ makeSignIn }) => makeSignIn(core, sendReset));
    return signIn;
  };
  const deps = { ...core, openSignIn, keys };
  return {
    authenticator: makePeopleAuthenticator(deps),
    routes: [signInRoutes(openSignIn, core.publicUrl), peopleApi(deps)],
    close: async () => (await signIn)?.close(),
  };
}

const peopleApi = (deps: Parameters<typeof peopleRoutes>[0]) => async (app: FastifyInstance) => {
  await app.register(peopleRoutes(deps), { prefix: "/dashboard/api" });
};
