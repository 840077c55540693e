import http from "node:http";

export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
};

export type HttpListener = { readonly url: string; close(): Promise<void> };

/** Listens on a free port of this machine and passes each request with its whole body to `answer`. */
export async function listen(
  answer: (request: HttpRequest, response: http.ServerResponse) => Promise<void>,
): Promise<HttpListener> {
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
      // The client was killed meanwhile.
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
