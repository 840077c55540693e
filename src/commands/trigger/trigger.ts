import type { App } from "../../app.ts";
import { type EventType, eventTypes } from "../../events/event-types.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { createKey } from "../../tenants/create-key.ts";
import { revokeKey } from "../../tenants/roll-key.ts";
import { withDatabase } from "../context.ts";
import { CommandFailure, UsageFailure } from "../failure.ts";
import { makeLogger } from "../logger.ts";
import { print } from "../output.ts";
import { pickTenant } from "../pick-tenant.ts";
import { recipes } from "./recipes.ts";
import { type ApiObject, Shop } from "./shop.ts";

type Options = { readonly tenant?: string; readonly set?: readonly string[]; readonly json: boolean };

/** A key that is left behind by a killed command is of no use for longer. */
const keyLivesMs = 10 * 60_000;

/**
 * `kassa trigger`: makes an event of a type happen in the sandbox. It runs Kassa in this process beside a server, and pays, refunds or
 * disputes by requests, as a merchant and a customer do.
 */
export async function triggerCommand(type: EventType, options: Options): Promise<void> {
  const recipe = recipes[type];
  if ("impossible" in recipe) throw new CommandFailure(`${type} can't be triggered. ${recipe.impossible}`);
  const fields = readFields(options.set ?? []);
  await withApp(options.tenant, async (app, key) => {
    const shop = new Shop(app, key, fields);
    await recipe(shop);
    const event = await findEvent(shop, type);
    print(options.json, event, () => [
      `✓ ${type} has happened: ${event.id}`,
      `  ${eventTypes[type]}`,
      `  session  ${event.session}`,
      `  object   ${(event.data as { object: { id?: string } }).object.id ?? ""}`,
      `  page     ${app.publicUrl.origin}/pay/${event.session}`,
      `Webhooks are sent for it as for any other. See all events of the session: GET /api/events?session=${event.session}, or ${commandLine(`events tail --since ${new Date().toISOString().slice(0, 10)} --session ${event.session}`)}`,
    ]);
  });
}

/** The newest event of the type, of the session that the recipe made. */
function findEvent(shop: Shop, type: EventType): Promise<ApiObject> {
  return shop.until(`${type} has happened`, async () => {
    const path = `events?session=${shop.session?.id}&type=${type}`;
    const { data } = await shop.call({ method: "GET", path });
    return (data as ApiObject[])[0];
  });
}

/** "amount=5000" and the like, as fields of the session. The API says which there are. */
function readFields(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value = ""] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined)
        throw new UsageFailure(
          `--set: "${text}" has to be like amount=5000 or customerEmail=rosa@shop.example.`,
        );
      return [name, name === "amount" ? amountOf(value) : value];
    }),
  );
}

function amountOf(text: string): number {
  const amount = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(amount)) return amount;
  throw new UsageFailure("--set amount= takes a whole number of minor units, such as 5000 for 50.00 EUR.");
}

/** Starts Kassa on a port of its own, with a sandbox key for a few minutes, and stops it afterwards. */
function withApp(tenant: string | undefined, work: (app: App, key: string) => Promise<void>): Promise<void> {
  return withDatabase(async ({ config, database, settings, keyring }) => {
    const { tenantId } = await pickTenant(database, tenant);
    const { makeApp } = await import("../../app.ts");
    const own = {
      port: 0,
      host: "127.0.0.1",
      metricsPort: "off",
      pageCheckMinutes: "off",
      drainMs: 0,
    } as const;
    const app = makeApp({
      config: { ...config, ...own, sandboxPage: "own", declinePauseMs: 0 },
      settings,
      keyring,
      logger: makeLogger(config.logLevel === "info" ? "error" : config.logLevel),
    });
    const key = await createKey(
      { database, keyring },
      { tenantId, mode: "sandbox", name: "kassa trigger", expiresAt: new Date(Date.now() + keyLivesMs) },
    );
    if (!key.ok) throw new CommandFailure(key.failure.detail);
    try {
      await app.start();
      await work(app, key.value.secret);
    } finally {
      await app.stop();
      await revokeKey({ database, keyring }, key.value.id);
    }
  });
}
