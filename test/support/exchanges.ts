import type { FastifyInstance, FastifyRequest } from "fastify";

/** One request over HTTP and its response, as text. */
export type Exchange = {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
};

/** Records what a server is asked and what it answers. @param wanted which requests are recorded */
export function recordExchanges(
  server: FastifyInstance,
  exchanges: Exchange[],
  wanted: (request: FastifyRequest) => boolean,
): void {
  server.addHook("onSend", async (request, reply, payload) => {
    if (!wanted(request)) return payload;
    exchanges.push({
      method: request.method,
      url: request.url,
      requestHeaders: texts(request.headers),
      requestBody: textOf(request.body),
      status: reply.statusCode,
      responseHeaders: texts(reply.getHeaders()),
      responseBody: textOf(payload),
    });
    return payload;
  });
}

const texts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function textOf(body: unknown): string {
  if (body === undefined || body === null) return "";
  return typeof body === "string" || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
}
