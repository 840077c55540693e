import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request and its response, as far as a report needs them. */
export type Exchange = {
  /** Method and path, with `{}` for every id: `GET /v1/disputes/{}`. */
  readonly request: string;
  readonly status: number;
  /** The response's body if the status isn't 200. */
  readonly error: string;
};

/** Changes the JSON object of a successful response. */
export type Edit = (path: string, response: Record<string, unknown>) => Record<string, unknown>;

/** Starts a proxy on loopback that passes every request on and records it. */
export async function recordExchanges(target: string, edit: Edit) {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    try {
      const sent = await buffer(incoming);
      const { method = "GET", url = "/", headers } = incoming;
      const outbound = send(`${target}${url}`, {
        method,
        headers: { ...headers, host: new URL(target).host },
      });
      outbound.on("error", (error) => outgoing.destroy(error));
      outbound.on("response", async (response) => {
        const status = response.statusCode ?? 0;
        const body = (await buffer(response)).toString("utf8");
        const content = status === 200 ? JSON.stringify(edit(pathOf(url), JSON.parse(body))) : body;
        const request = `${method} ${withoutIds(url)}`;
        exchanges.push({ request, status, error: status === 200 ? "" : body });
        outgoing.writeHead(status, {
          "content-type": response.headers["content-type"] ?? "application/json",
        });
        outgoing.end(content);
      });
      outbound.end(sent);
    } catch (error) {
      outgoing.destroy(error as Error);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges: exchanges as readonly Exchange[],
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const pathOf = (url: string): string => url.split("?")[0] ?? url;
const withoutIds = (url: string): string => pathOf(url).replaceAll(/\/(?:cs_test|pi|dp|re|po)_\w+/g, "/{}");
