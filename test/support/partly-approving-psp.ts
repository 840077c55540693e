import { sandboxPspPrefix } from "../../src/sandbox-psp/server.ts";
import { type HttpRequest, listen } from "../prove/testbed/http-listener.ts";

/** A simulated PSP that approves three fifths of each amount: a proxy in front of one that approves the full amount. */
export type PartlyApprovingPsp = {
  /** For KASSA_SANDBOX_PSP_URL. */
  readonly url: string;
  /** @param origin of the real simulated PSP */
  forwardTo(origin: string): void;
  /** The amount approved for a requested amount, in minor units. */
  approvedOf(amountMinor: number): number;
  close(): Promise<void>;
};

const approvedOf = (amountMinor: number): number => Math.ceil(amountMinor * 0.6);

export async function startPartlyApprovingPsp(): Promise<PartlyApprovingPsp> {
  let target = "";
  const listener = await listen(async ({ method, url, headers, body }, response) => {
    const answer = await fetch(target + url, {
      method,
      headers: {
        ...pick(headers, ["authorization", "sandbox-account", "idempotency-key", "content-type"]),
      },
      ...(body === "" ? {} : { body: url.endsWith("/charges") ? withSmallerAmount(body) : body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  return {
    url: listener.url + sandboxPspPrefix,
    forwardTo: (origin) => {
      target = origin;
    },
    approvedOf,
    close: listener.close,
  };
}

function withSmallerAmount(body: string): string {
  const charge = JSON.parse(body) as { amount: number };
  return JSON.stringify({ ...charge, amount: approvedOf(charge.amount) });
}

function pick(headers: HttpRequest["headers"], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : [])),
  );
}
