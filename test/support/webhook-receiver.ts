import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

export type Received = {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly atMs: number;
  /** The parsed body, if the signature is valid. @throws like the receiver's own library. */
  verify(secret: string): unknown;
};

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** Resolves when this many have arrived. @throws if they don't within `timeoutMs`. */
  wait(count: number, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
};

/** How to answer the nth request, from 1. */
export type Answer = (number: number, response: http.ServerResponse) => void;

/** A merchant's server: records what it receives, and answers 200 by default. */
export async function startReceiver(
  answer: Answer = (_number, response) => void response.end("ok"),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = request.headers as Record<string, string>;
    received.push({
      headers,
      body,
      atMs: performance.now(),
      verify: (secret) => new Webhook(secret).verify(body, headers),
    });
    answer(received.length, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address !== "object") throw new Error("the receiver has no address");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    wait: async (count, timeoutMs = 60_000) => {
      const deadline = performance.now() + timeoutMs;
      while (received.length < count) {
        if (performance.now() > deadline) throw new Error(`${received.length} of ${count} webhooks arrived`);
        await sleep(10);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
