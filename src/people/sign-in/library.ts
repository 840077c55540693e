import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { FastifyBaseLogger } from "fastify";
import { PostgresDialect } from "kysely";
import { type ConnectionSettings, openRolePool } from "../../database/database.ts";
import { randomDigits } from "../../kernel/id.ts";
import type { Keyring } from "../../kernel/seal.ts";
import { namingActor } from "./acting.ts";
import {
  checkPassword,
  hashPassword,
  type PasswordCost,
  passwordLength,
  verifyPassword,
} from "./passwords.ts";
import { addressHeader, cookiePrefix, idleSeconds, signInPath } from "./terms.ts";

/** A sign-in that is used is renewed this often. */
const renewEverySeconds = 5 * 60;
/** Who changes how they sign in must have signed in this recently. */
const freshSeconds = 15 * 60;

type Core = {
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
  readonly passwordCost: PasswordCost | undefined;
};

/** Makes the library, once it is needed. */
export type OpenSignIn = () => Promise<SignIn>;

/** People's sign-in by password and TOTP, or by passkey: the library better-auth with Kassa's tables, hashes and cookies. */
export type SignIn = ReturnType<typeof makeSignIn>;

const idPrefix: Readonly<Record<string, string>> = { user: "person", session: "signin", passkey: "passkey" };

export function makeSignIn({ settings, keyring, publicUrl, log, passwordCost }: Core) {
  const pool = openRolePool(settings, "people", 4);
  const isSecure = publicUrl.protocol === "https:";
  const auth = betterAuth({
    appName: "Kassa",
    baseURL: publicUrl.origin,
    basePath: signInPath,
    secret: keyring.keyFor("people").toString("hex"),
    trustedOrigins: [publicUrl.origin],
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...details) =>
        log[level === "error" || level === "warn" ? level : "debug"](
          { details: details.map(String) },
          message,
        ),
    },
    database: {
      dialect: new PostgresDialect({ pool: namingActor(pool) }),
      type: "postgres",
      schemaName: "staff",
      transaction: true,
    },
    user: {
      modelName: "people",
      fields: snakeCase("emailVerified", "createdAt", "updatedAt"),
      additionalFields: { operator: { type: "boolean", input: false, defaultValue: false } },
    },
    session: {
      modelName: "sessions",
      fields: snakeCase("userId", "expiresAt", "ipAddress", "userAgent", "createdAt", "updatedAt"),
      expiresIn: idleSeconds,
      updateAge: renewEverySeconds,
      freshAge: freshSeconds,
      additionalFields: { factors: { type: "number", input: false, defaultValue: 1 } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, call) => ({ data: { ...session, factors: factorsOf(call?.path) } }),
        },
      },
    },
    account: {
      modelName: "sign_in_methods",
      fields: snakeCase(
        "accountId",
        "providerId",
        "userId",
        "accessToken",
        "refreshToken",
        "idToken",
        "accessTokenExpiresAt",
        "refreshTokenExpiresAt",
        "createdAt",
        "updatedAt",
      ),
    },
    verification: {
      modelName: "verifications",
      fields: snakeCase("expiresAt", "createdAt", "updatedAt"),
      storeIdentifier: "hashed",
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      password: {
        hash: (password) => hashOrRefuse(password, passwordCost),
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "rate_limits",
      fields: snakeCase("lastRequest"),
      window: 60,
      max: 100,
      customRules: {
        "/sign-in/email": { window: 60, max: 10 },
        "/two-factor/*": { window: 60, max: 10 },
      },
    },
    plugins: [
      twoFactor({
        issuer: "Kassa",
        allowPasswordless: true,
        schema: {
          user: { fields: snakeCase("twoFactorEnabled") },
          twoFactor: {
            modelName: "second_factors",
            fields: snakeCase("backupCodes", "userId", "failedVerificationCount", "lockedUntil"),
          },
        },
      }),
      passkey({
        rpName: "Kassa",
        rpID: publicUrl.hostname,
        origin: publicUrl.origin,
        schema: {
          passkey: {
            modelName: "passkeys",
            fields: {
              ...snakeCase("publicKey", "userId", "deviceType", "backedUp", "createdAt"),
              credentialID: "credential_id",
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: "strict", path: "/" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: {
        generateId: ({ model }) => `${idPrefix[model] ?? model.toLowerCase()}_${randomDigits(22)}`,
      },
    },
  });
  return { auth, close: () => pool.end() };
}

/** Hashes a password that a person changes to; a weak one is refused with what to change. */
async function hashOrRefuse(password: string, cost: PasswordCost | undefined): Promise<string> {
  const fault = checkPassword(password, []);
  if (fault !== undefined) throw new APIError("BAD_REQUEST", { message: fault });
  return hashPassword(password, cost);
}

/** How many factors a person has shown who is signed in by an endpoint of the library. */
const factorsOf = (path: string | undefined): 1 | 2 =>
  path !== undefined && /^\/(?:two-factor\/verify-|passkey\/verify-authentication$)/.test(path) ? 2 : 1;

/** The library's names of fields, each with the name of its column. */
function snakeCase<Name extends string>(...names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(
    names.map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as Record<Name, string>;
}
