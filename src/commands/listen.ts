import process from "node:process";
import { visibleText } from "../kernel/visible-text.ts";
import { type Forwarded, startListener } from "../webhooks/listen.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { makeLogger } from "./logger.ts";
import { pickTenant } from "./pick-tenant.ts";

type Options = { forwardTo: string; tenant?: string; json: boolean };

/** `kassa listen`: forwards sandbox events to an address on this machine until Ctrl-C. */
export async function listen(options: Options): Promise<void> {
  const forwardTo = readAddress(options.forwardTo);
  await withDatabase(async ({ database, keyring, config }) => {
    const tenant = await pickTenant(database, options.tenant);
    const ending = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
    const listener = await startListener({
      database,
      keyring,
      tenantId: tenant.tenantId,
      forwardTo,
      log: makeLogger(config.logLevel === "info" ? "warn" : config.logLevel),
      onDelivery: (forwarded) =>
        console.log(visibleText(options.json ? JSON.stringify(forwarded) : line(forwarded))),
      signal: ending.signal,
    });
    if (options.json)
      console.log(JSON.stringify({ listening: true, forwardTo: forwardTo.href, secret: listener.secret }));
    else {
      console.log(
        visibleText(
          `Forwarding the sandbox events of "${tenant.name}" to ${forwardTo.href} until you press Ctrl-C.`,
        ),
      );
      console.log(`They are signed with ${listener.secret}`);
    }
    await listener.done;
  });
}

function readAddress(text: string): URL {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageFailure(`--forward-to: "${text}" is not an address. Write it like localhost:3000/hook.`);
}

function line({ type, eventId, status, error, durationMs, next }: Forwarded): string {
  const time = new Date().toLocaleTimeString("en-GB");
  return `${time}  ${type}  ${eventId}  ${status ?? error}  ${durationMs} ms  ${next}`;
}
