/** The part that failed, for scripts that read --json. */
export type FailureCode = "usage" | "configuration" | "database" | "refused" | "internal_error";

type Hint = { readonly code: FailureCode; readonly text: string };

/** Whose PostgreSQL Kassa uses: its own, or the one of DATABASE_URL. */
export type Postgres = "embedded" | "external";

/** What to do about an error of PostgreSQL, TLS, the network or the file system; undefined for any other error. */
export function describeSystemError(error: Error, postgres: Postgres): Hint | undefined {
  const { code = "", path } = facts(error);
  const known =
    byCode[code] ??
    (/^ERR_(SSL|TLS|OSSL)/.test(code)
      ? `TLS with the database of DATABASE_URL failed. ${checkTls}`
      : undefined) ??
    byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (path !== undefined && fileFaults[code] !== undefined)
    return { code: "refused", text: `${path} can't be used: ${fileFaults[code]}.` };
  const text = postgres === "embedded" ? hintOfOwn(known) : known;
  return text === undefined ? undefined : { code: "database", text };
}

/** Nobody but Kassa sets up its own PostgreSQL: what isn't a lost connection would be a bug. */
function hintOfOwn(known: string | undefined): string | undefined {
  if (known !== undefined && lostConnections.has(known)) return ownSilent;
  return known?.includes("DATABASE_URL") ? undefined : known;
}

function facts(error: Error): { code?: string; path?: string } {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
  // The path of a failed connection is a Unix socket: a problem of the connection, not of the file system.
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
  EMFILE: "this process has too many open files; raise its limit (ulimit -n)",
};

const checkTls =
  "For a private certificate authority add sslrootcert=/path/to/ca.pem to DATABASE_URL; see docs/operate/database.md#tls.";
const unreachable =
  "The database of DATABASE_URL doesn't answer. Is it running, and are the host and port correct?";
const noSocket =
  "There is no database socket at the path in DATABASE_URL. Is the database running, and is `host` correct?";
const noPermission = "This user has no permission for the database socket in DATABASE_URL.";
const closed = "The server at DATABASE_URL closed the connection. Is it PostgreSQL, and is it running?";
const lostConnections: ReadonlySet<string> = new Set([unreachable, noSocket, noPermission, closed]);
const ownSilent =
  "Kassa's own PostgreSQL doesn't answer. If this machine is busy, try again when it is less so; otherwise postgres.log in the folder of KASSA_DATA_DIR says why.";
const conflicted = "The command conflicted with another change. Run it again.";
const untrusted = `The database's certificate isn't signed by an authority that this machine trusts. ${checkTls}`;

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: noSocket,
  EACCES: noPermission,
  ENOTFOUND: "The host in DATABASE_URL can't be found. Check its name.",
  EAI_AGAIN:
    "The host in DATABASE_URL can't be looked up at the moment. Check its name and this machine's DNS.",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: "The database's certificate has expired. Renew it.",
  CERT_NOT_YET_VALID: "The database's certificate isn't valid yet. Check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The database's certificate is for another host name than the one in DATABASE_URL. Use the name in the certificate.",
  "08P01":
    "The server at DATABASE_URL refuses the start-up option that sets the connection's role. Is it a pooler? Point DATABASE_URL at PostgreSQL itself; see docs/operate/database.md#poolers.",
  "28P01":
    'The database refused the user or password in DATABASE_URL, or KASSA_DATABASE_ROLE_PASSWORD for one of Kassa\'s roles. The roles exist after "kassa migrate" has run; see docs/operate/database.md#login-roles.',
  "28000":
    "The database doesn't let the user in DATABASE_URL log in, or one of Kassa's roles if KASSA_DATABASE_ROLE_PASSWORD is set. Check LOGIN and pg_hba.conf; see docs/operate/database.md#login-roles.",
  "3D000": "The database named in DATABASE_URL doesn't exist. Create it first.",
  "40001": conflicted,
  "40P01": conflicted,
  "42501":
    "The user in DATABASE_URL lacks a privilege. It must own the database and may need CREATEROLE; see docs/operate/database.md#rights.",
  "53100": "The database's disk is full. Free some space; Kassa recovers by itself.",
  "53300": "The database accepts no more connections. Raise max_connections, or stop other clients.",
  "55P03":
    "Another process works on the same rows, such as an import of the same account, and didn't finish in time. The completed part is kept. Run the command again.",
  "57014":
    "A statement took too long in the database. Try again when it is less busy; for closing months, close the oldest open month first.",
  "57P03": "The database is starting up or shutting down. Try again in a moment.",
  "57P01": "The database was shut down. Start it and try again.",
};

const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /server does not support SSL/i,
    "The database doesn't offer TLS, which `sslmode` in DATABASE_URL or PGSSLMODE asks for. Turn on `ssl` in postgresql.conf. Only for a database on this machine or a private network, use sslmode=disable.",
  ],
  [/password must be a (non-empty )?string/i, "The database requires a password, and DATABASE_URL has none."],
  [/timeout expired|connection timeout|timeout exceeded when trying to connect/i, unreachable],
  [/Connection terminated|invalid response|unrecognized message|Unable to parse/i, closed],
];
