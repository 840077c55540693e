import { Client, type QueryResultRow } from "pg";

export type BenchContext = {
  /** Length of one run. */
  readonly seconds: number;
  /** How many runs of each side of a pair. */
  readonly rounds: number;
  readonly say: (line: string) => void;
  /** Makes an empty database and gives its URL. */
  readonly makeDatabase: (name: string) => Promise<string>;
  /** The processor's time that PostgreSQL has taken so far, in microseconds; undefined where nobody counts it. */
  readonly databaseCpuMicros: () => number | undefined;
};

/** Makes databases in a PostgreSQL. */
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

/** A create request of ordinary size, about 150 bytes. */
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
