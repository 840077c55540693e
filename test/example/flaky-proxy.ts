import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to Kassa that fails at first, and notes the idempotency keys of the requests. */
export type FlakyProxy = {
  readonly url: string;
  readonly idempotencyKeys: readonly unknown[];
  close(): Promise<void>;
};

/** The first request's connection breaks, the second is answered with 503 in HTML, and all later ones reach Kassa. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const idempotencyKeys: unknown[] = [];
  const server = createServer((request, response) => {
    idempotencyKeys.push(request.headers["idempotency-key"]);
    if (idempotencyKeys.length === 1) return request.socket.destroy();
    if (idempotencyKeys.length === 2) {
      response.writeHead(503, { "content-type": "text/html", "retry-after": "0" });
      return response.end("<h1>Kassa restarts</h1>");
    }
    const { method, headers } = request;
    const passed = sendRequest(new URL(request.url ?? "/", target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idempotencyKeys,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
