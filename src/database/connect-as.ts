import { Client } from "pg";
import { type ConnectionSettings, type DatabaseRole, settingsFor } from "./database.ts";

const connectWithinMs = 10_000;

/** One connection beside the pools, as a role. The caller ends it. A peer that says nothing is given up after `withinMs`. */
export async function connectAs(
  settings: ConnectionSettings,
  role: DatabaseRole,
  withinMs = connectWithinMs,
): Promise<Client> {
  const client = new Client({ ...settingsFor(settings, role), connectionTimeoutMillis: withinMs });
  // A connection that breaks fails the statement that is under way, and says so by an event too: without a listener Node would end.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    // The open socket would keep the process alive.
    await client.end().catch(() => undefined);
    throw error;
  }
}
