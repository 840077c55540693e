import { Client, type QueryResultRow } from "pg";

export type BenchContext = {
  /** How long one run takes. */
  readonly seconds: number;
  /** How often each side of a ratio is measured. */
  readonly rounds: number;
  readonly say: (line: string) => void;
  /** Creates an empty database and returns its URL. */
  readonly makeDatabase: (name: string) => Promise<string>;
  /** The CPU time that PostgreSQL has used so far, in microseconds; undefined where the system doesn't say. */
  readonly databaseCpuMicros: () => number | undefined;
};

/** Creates databases in a PostgreSQL server. */
export function databaseIn(connection: { host: string; port: number; user: string; password: string }) {
  const url = (name: string): string =>
    `postgresql://${connection.user}:${encodeURIComponent(connection.password)}@localhost:${connection.port}/${name}?host=${encodeURIComponent(connection.host)}`;
  return async (name: string): Promise<string> => {
    const client = new Client({ connectionString: url("postgres") });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return url(name);
  };
}

/** A create request of typical size, about 150 bytes. */
export const createBody = JSON.stringify({
  amount: 2599,
  currency: "EUR",
  successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://shop.example/cart",
});

export const createPath = "/api/checkout/sessions";

export async function runSql<Row extends QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
