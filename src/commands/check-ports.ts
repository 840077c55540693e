import { createServer } from "node:net";
import type { Config } from "../config.ts";
import { commandLine } from "../kernel/command-line.ts";

/** Kassa can't listen on the configured address. The message names the variable to change. */
export class ListenFailed extends Error {
  override name = "ListenFailed";
}

type Address = {
  readonly port: number;
  readonly host: string;
  /** The same command with another port. */
  readonly withPort: (port: number) => string;
  readonly hostName: string;
};

/**
 * Listens on the configured ports for a moment, before a database is created or a key shown: a start that fails because of
 * a port should leave nothing behind.
 *
 * @throws ListenFailed
 */
export async function checkPorts(config: Config): Promise<void> {
  await checkAddress(serverAddress(config));
  const { metricsPort, metricsPortIsSet, metricsHost } = config;
  // If the default port is taken, another one is used.
  if (metricsPort !== "off" && metricsPortIsSet)
    await checkAddress({
      port: metricsPort,
      host: metricsHost,
      withPort: serveWith("KASSA_METRICS_PORT"),
      hostName: "KASSA_METRICS_HOST",
    });
}

const serveWith =
  (name: string) =>
  (port: number): string =>
    `${name}=${port} ${commandLine("serve")}`;

/** Checks the simulated PSP's port, which is set by an option. */
export const checkPspPort = (port: number): Promise<void> =>
  checkAddress({
    port,
    host: "127.0.0.1",
    withPort: (other) => commandLine(`sandbox-psp --port ${other}`),
    hostName: "--port",
  });

const serverAddress = ({ port, host }: Config): Address => ({
  port,
  host,
  withPort: serveWith("PORT"),
  hostName: "HOST",
});

async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  const fault = await new Promise<unknown>((resolve) => {
    server.once("error", resolve);
    server.listen(address.port, address.host, () => resolve(undefined));
  });
  if (fault !== undefined) throw explain(fault, address);
  await new Promise((resolve) => server.close(resolve));
}

/** The ListenFailed that explains why the server can't listen; any other error is returned unchanged. */
export const explainListening = (error: unknown, config: Config): unknown =>
  explain(error, serverAddress(config));

function explain(error: unknown, { port, host, withPort, hostName }: Address): unknown {
  const code = error instanceof Error && "syscall" in error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new ListenFailed(
        `Port ${port} is taken by another program. Choose another port: ${withPort(port + 1)}`,
      );
    case "EACCES":
      return new ListenFailed(
        `This user may not listen on port ${port}. Choose a port above 1023: ${withPort(8080)}`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new ListenFailed(
        `${hostName} is not an address of this machine: ${host}. Use 127.0.0.1 to accept connections from this machine only, 0.0.0.0 to accept them from all networks.`,
      );
    default:
      return error;
  }
}
