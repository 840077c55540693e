import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { privateHeaders } from "../kernel/page-headers.ts";

export type MetricsServerOptions = {
  readonly host: string;
  readonly port: number;
  /** Whether the port was set. The default port is replaced by a free one if it is taken. */
  readonly portIsSet: boolean;
  readonly registry: Registry;
  readonly log: Record<"info" | "error", (fields: object, message: string) => void>;
};

/** The metrics can't be served as configured; the message names the variable to change. */
export class MetricsUnavailable extends Error {
  override name = "MetricsUnavailable";
}

export type MetricsServer = { readonly address: string; stop(): Promise<void> };

/**
 * Serves `GET /metrics` on a port of its own, so that it can stay private where the API is public.
 *
 * @throws MetricsUnavailable when the port that was set is taken, or there is no such address on this machine
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, portIsSet } = options;
  const server = createServer((request, response) => void answer(options, request, response));
  const fault = await listen(server, port, host);
  if (fault?.code === "EADDRINUSE" && !portIsSet) {
    const again = await listen(server, 0, host);
    if (again) throw explain(again, options);
    options.log.info({ port: portOf(server) }, `port ${port} is taken, so the metrics are on another one`);
  } else if (fault) {
    throw explain(fault, options);
  }
  server.unref();
  const name = host.includes(":") ? `[${host}]` : host;
  return { address: `http://${name}:${portOf(server)}/metrics`, stop: () => close(server) };
}

async function answer(
  { registry, log }: MetricsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, type: string, text: string): void => {
    response.writeHead(status, { ...privateHeaders, "content-type": type }).end(text);
  };
  if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
    send(404, plainText, "The metrics are at GET /metrics.\n");
    return;
  }
  try {
    send(200, registry.contentType, await registry.metrics());
  } catch (err) {
    log.error({ err }, "the metrics could not be read");
    send(500, plainText, "The metrics could not be read; the log says why.\n");
  }
}

const plainText = "text/plain; charset=utf-8";

/** Listens. Resolves with the error, or undefined. */
function listen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve(error);
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve(undefined);
    });
  });
}

const isNoAddress: ReadonlySet<string | undefined> = new Set([
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EINVAL",
]);

function explain(fault: NodeJS.ErrnoException, { host, port }: MetricsServerOptions): Error {
  if (fault.code === "EADDRINUSE") {
    return new MetricsUnavailable(
      `Port ${port} is taken by another program. Set KASSA_METRICS_PORT to a free port, or to off.`,
    );
  }
  if (fault.code === "EACCES") {
    return new MetricsUnavailable(
      `This user may not listen on port ${port}. Set KASSA_METRICS_PORT to one above 1023.`,
    );
  }
  if (isNoAddress.has(fault.code)) {
    return new MetricsUnavailable(
      `KASSA_METRICS_HOST is not an address of this machine: ${host}. Use 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`,
    );
  }
  return fault;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
