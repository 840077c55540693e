import http from "node:http";
import type { AddressInfo } from "node:net";

/** A merchant's server that counts what arrives. */
export type Receiver = {
  readonly url: string;
  /** How long each event took from being recorded to arriving, in milliseconds. */
  readonly delaysMs: number[];
  readonly count: number;
  close(): void;
};

/** `answerAfterMs`: how slow it is. */
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

/** The address of a receiver that has gone: nobody listens there. */
export async function deadUrl(): Promise<string> {
  const gone = await startReceiver();
  gone.close();
  return gone.url;
}

/** The value that this share of the values doesn't exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
