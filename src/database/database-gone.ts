type Fault = Error & { readonly code?: string; readonly severity?: string; readonly syscall?: string };

/**
 * Connections lost or refused (08), server going down or starting up (57P), out of disk, memory or connections (53), files of
 * the server's that can't be read (58), a lock (55P03) or a statement (57014) that took too long, and a standby that isn't
 * promoted yet (25006).
 */
const awayOrBusy = /^(08|57P|53|58|55P03|57014|25006)/;

const hasLostConnection = ({ name, message }: Fault): boolean =>
  name === "CommitRefused" ||
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable/i.test(
    message,
  );

/** What Node says of an address that doesn't answer, and of a name that a stopped container or a failover has taken away. */
const noConnection = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** There is no file of a socket, and not any other file. */
const hasNoConnection = ({ code = "", syscall }: Fault): boolean =>
  noConnection.has(code) || (code === "ENOENT" && syscall === "connect");

/**
 * Whether an error means that PostgreSQL can't be used now, rather than that it refused what was asked: it can't be reached, it is
 * away or busy, the pool is exhausted, or PostgreSQL calls the error fatal, which it says of a connection and never of what
 * was asked.
 */
export const isDatabaseGone = (error: Fault): boolean =>
  hasNoConnection(error) ||
  awayOrBusy.test(error.code ?? "") ||
  error.severity === "FATAL" ||
  hasLostConnection(error);

/**
 * Whether a PostgreSQL that has answered before is away or busy for now. A wrong password or a pooler that drops options
 * (08P01) doesn't pass by itself.
 */
export function isPassing(error: Fault): boolean {
  const { code = "" } = error;
  return hasNoConnection(error) || (awayOrBusy.test(code) && code !== "08P01") || hasLostConnection(error);
}

/** Whether PostgreSQL answers that it is starting, recovering after a crash, or shutting down. */
export const isStartingUp = ({ code }: Fault): boolean => /^57P0[123]$/.test(code ?? "");
