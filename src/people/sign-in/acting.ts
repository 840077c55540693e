import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";
import type { Actor } from "../../database/transaction.ts";

/** Who makes the request that is being served, for what the sign-in library writes with connections of its own. */
const acting = new AsyncLocalStorage<Actor>();

export const actingAs = <Value>(actor: Actor, work: () => Promise<Value>): Promise<Value> =>
  acting.run(actor, work);

/** A pool whose connections name the actor to the audit log's triggers. For one that is used outside of `actingAs`, it is the server. */
export function namingActor(pool: Pool) {
  return {
    connect: async (): Promise<PoolClient> => {
      const client = await pool.connect();
      const actor = acting.getStore();
      if (actor) {
        const { name, origin } = actor;
        await client.query("SELECT set_config('app.actor', $1, false), set_config('app.origin', $2, false)", [
          name,
          origin,
        ]);
      }
      return client;
    },
    end: () => pool.end(),
  };
}
