import type { TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";

/**
 * Waits until the server's own import of settlements, which begins as it starts, has found no account: the test alone says when settlements
 * are imported from then on. The server's log level has to be `debug`.
 */
export const firstImport = ({ logged }: TestApp): Promise<unknown> =>
  until(async () => logged.some((line) => line.includes("settlements were imported")), "the first import");
