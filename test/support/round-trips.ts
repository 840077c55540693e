import { Client } from "pg";

/** What was sent to PostgreSQL while it was counted. */
export type RoundTrips = {
  /** The number of times Kassa waited for a response. Statements sent in the same turn of the event loop share one. */
  readonly trips: number;
  /** The statements, in the order in which they were sent. */
  readonly statements: readonly string[];
};

type Query = (this: Client, ...parameters: unknown[]) => unknown;

/** Counts what this process sends to PostgreSQL on connections of the named roles. */
export function countRoundTrips(...roles: readonly string[]): { stop(): RoundTrips } {
  return countRoundTripsWhere(({ role }) => roles.includes(role));
}

/**
 * Counts what this process sends on the connections that `isCounted` selects, by wrapping the driver's `query`. `stop`
 * restores the driver.
 */
export function countRoundTripsWhere(
  isCounted: (connection: { readonly role: string; readonly database: string | undefined }) => boolean,
): { stop(): RoundTrips } {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const statements: string[] = [];
  const sentThisTurn = new Set<Client>();
  let trips = 0;
  prototype.query = function count(...parameters) {
    if (isCounted({ role: roleOf(this), database: this.database })) {
      statements.push(textOf(parameters[0]));
      if (!sentThisTurn.has(this)) {
        trips += 1;
        sentThisTurn.add(this);
        setImmediate(() => sentThisTurn.delete(this));
      }
    }
    return query.apply(this, parameters);
  };
  return {
    stop: () => {
      prototype.query = query;
      return { trips, statements };
    },
  };
}

function roleOf(client: Client): string {
  const { connectionParameters } = client as unknown as {
    connectionParameters: { application_name?: string };
  };
  return connectionParameters.application_name?.replace("kassa ", "") ?? "";
}

function textOf(query: unknown): string {
  const text = typeof query === "string" ? query : (query as { text: string }).text;
  return text.replace(/\s+/g, " ");
}
