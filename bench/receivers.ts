import http from "node:http";
import type { AddressInfo } from "node:net";

/** A merchant's webhook server that counts requests. */
export type Receiver = {
  readonly url: string;
  /** Milliseconds from the event's createdAt to its arrival. */
  readonly delaysMs: number[];
  readonly count: number;
  close(): void;
};

/** Starts a receiver that answers after `answerAfterMs`. */
export async function startReceiver(answerAfterMs = 0): Promise<Receiver> {
  const delaysMs: number[] = [];
  let count = 0;
  const server = http.createServer((request, response) => {
    const arrivedAt = Date.now();
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      count += 1;
      delaysMs.push(arrivedAt - Date.parse((JSON.parse(body) as { createdAt: string }).createdAt));
      setTimeout(() => response.end(), answerAfterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    delaysMs,
    get count() {
      return count;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The URL of a receiver that has stopped: no server listens there. */
export async function deadUrl(): Promise<string> {
  const gone = await startReceiver();
  gone.close();
  return gone.url;
}

/** The percentile of the values; 0.99 for p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
