import http from "node:http";

export type Heard = {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
};

export type Listener = { readonly url: string; close(): Promise<void> };

/** Listens on a free port of this machine and hands each request over with its whole body. */
export async function listen(
  answer: (heard: Heard, response: http.ServerResponse) => Promise<void>,
): Promise<Listener> {
  const server = http.createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString("utf8");
      await answer(
        { method: request.method ?? "GET", url: request.url ?? "/", headers: request.headers, body },
        response,
      );
    } catch {
      // Whoever asked was killed meanwhile.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address !== "object") throw new Error("the server has no address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
