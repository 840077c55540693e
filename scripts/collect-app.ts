import { pino } from "pino";
import { type App, makeApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { Keyring } from "../src/kernel/seal.ts";

const secret = "only to read the routes and for nothing else";

/** Builds Kassa with all its routes. It is never started, so nothing connects to the database of its settings. */
export async function withApp<Value>(read: (app: App) => Value | Promise<Value>): Promise<Value> {
  const app = makeApp({
    config: readConfig({}),
    settings: { connectionString: "postgresql://nobody@127.0.0.1:1/none" },
    keyring: new Keyring({ current: secret }, Buffer.from(secret)),
    logger: pino({ level: "silent" }),
  });
  await app.server.ready();
  try {
    return await read(app);
  } finally {
    await app.server.close();
    await app.database.close();
  }
}
