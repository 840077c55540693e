import type { FastifyInstance } from "fastify";
import { startTestApp, type TestApp } from "./app.ts";
import type { Waits } from "./database.ts";
import { takeProcessApp } from "./process-app.ts";
import { useOpened } from "./use-opened.ts";

export type OwnAppOptions = {
  /** Receives the server before its routes are registered. */
  readonly configure?: (server: FastifyInstance) => void;
  readonly waits?: Waits;
};

/**
 * Kassa for the tests of a file: it is there before the first of them, and empty until then. Without settings it is the one that all such
 * files of the process share, each with a tenant of its own. So what a file does and reads there concerns its own tenant. A file that
 * stops Kassa, counts the rows of all tenants or changes what concerns the whole installation starts one of its own (`startTestApp`).
 *
 * @param env settings; with any, the file has a Kassa and a database of its own
 * @param prepare what the tests need besides. Where no suite surrounds a file, Node runs its hooks at the same time.
 */
export function useTestApp(
  env: Record<string, string> = {},
  prepare: (kassa: TestApp) => Promise<unknown> = async () => {},
  { configure, waits }: OwnAppOptions = {},
): TestApp {
  const isShared = Object.keys(env).length === 0 && !configure && !waits;
  return useOpened(isShared ? takeProcessApp : () => startTestApp(env, configure, waits), prepare);
}
