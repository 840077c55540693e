/** Which part a failure is about, for scripts that read --json. */
export type FailureCode = "usage" | "configuration" | "database" | "refused" | "internal_error";

type Hint = { readonly code: FailureCode; readonly text: string };

/** What to do about an error of PostgreSQL, TLS, the network or the file system. Undefined for any other. */
export function describeSystemError(error: Error): Hint | undefined {
  const { code = "", path } = facts(error);
  const text =
    byCode[code] ??
    (/^ERR_(SSL|TLS|OSSL)/.test(code)
      ? `TLS with the database of DATABASE_URL failed. ${checkTls}`
      : undefined) ??
    byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (path !== undefined && fileFaults[code] !== undefined)
    return { code: "refused", text: `${path} can't be used: ${fileFaults[code]}.` };
  return text === undefined ? undefined : { code: "database", text };
}

function facts(error: Error): { code?: string; path?: string } {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
  // A socket's file belongs to the connection, not to the file system.
  const isFile = path !== undefined && !("syscall" in error && error.syscall === "connect");
  return { ...(code === undefined ? {} : { code }), ...(isFile ? { path } : {}) };
}

const fileFaults: Readonly<Record<string, string>> = {
  EACCES: "this user may not read or write it",
  EPERM: "this user may not change it",
  EROFS: "its file system is read-only",
  ENOENT: "it does not exist",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is a file, not a directory",
  ENOSPC: "the disk is full. Free some space and try again",
  EDQUOT: "this user's disk quota is used up",
  EMFILE: "this process has too many files open; raise its limit (ulimit -n)",
};

const checkTls =
  "For a private certificate authority add sslrootcert=/path/to/ca.pem to DATABASE_URL; see docs/operations/database.md#tls.";
const unreachable =
  "The database of DATABASE_URL doesn't answer. Is it running, and are host and port right?";
const conflicted = "The command and another change got in each other's way. Run it again.";
const untrusted = `The database's certificate isn't signed by an authority that this machine trusts. ${checkTls}`;

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: "There is no socket of a database where DATABASE_URL says. Is it running, and is `host` right?",
  EACCES: "This user may not use the database's socket that DATABASE_URL names.",
  ENOTFOUND: "The host of DATABASE_URL can't be found. Check its name.",
  EAI_AGAIN: "The host of DATABASE_URL can't be looked up now. Check its name and this machine's DNS.",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: "The database's certificate has expired. Renew it.",
  CERT_NOT_YET_VALID: "The database's certificate isn't valid yet. Check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The database's certificate is for another host name than DATABASE_URL's. Use the name that is in it.",
  "08P01":
    "What answers at DATABASE_URL doesn't take the start-up option that names the connection's role. Is it a pooler? Point DATABASE_URL at PostgreSQL itself; see docs/operations/database.md#poolers.",
  "28P01":
    "The database refused the user or password of DATABASE_URL, or KASSA_DATABASE_ROLE_PASSWORD for one of its roles. The roles exist once migrations have run; see docs/operations/database.md#login-roles.",
  "28000":
    "The database refused the user of DATABASE_URL, or one of Kassa's roles where KASSA_DATABASE_ROLE_PASSWORD is set. They have to be allowed to log in; see docs/operations/database.md#login-roles.",
  "3D000": "The database named in DATABASE_URL doesn't exist. Create it first.",
  "40001": conflicted,
  "40P01": conflicted,
  "42501":
    "The user of DATABASE_URL lacks a privilege. It has to own the database and may need CREATEROLE; see docs/operations/database.md.",
  "53100": "The database's disk is full. Free some space; Kassa goes on by itself.",
  "53300": "The database takes no more connections. Raise max_connections, or stop what uses them.",
  "57P03": "The database is starting up or shutting down. Try again in a moment.",
  "57P01": "The database was shut down. Start it and try again.",
};

const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /server does not support SSL/i,
    "The database doesn't offer TLS, which `sslmode` in DATABASE_URL or PGSSLMODE asks for. Turn on `ssl` in postgresql.conf. Only for a database on this machine or a private network, use sslmode=disable.",
  ],
  [/password must be a (non-empty )?string/i, "The database asks for a password, and DATABASE_URL has none."],
  [/timeout expired|connection timeout|timeout exceeded when trying to connect/i, unreachable],
  [
    /Connection terminated|invalid response|unrecognized message|Unable to parse/i,
    "What answers at DATABASE_URL ended the connection. Is it PostgreSQL, and is it running?",
  ],
];
