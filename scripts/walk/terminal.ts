import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Shell } from "../../test/docs/shell.ts";
import { languageEnv } from "../../test/support/languages.ts";
import { until } from "../../test/support/until.ts";
import type { Readme } from "./readme.ts";

type Settings = { readonly kassaUrl: string; readonly key: string; readonly receiverPort: number };

/** The newcomer's second terminal, in Kassa's folder, where `$KASSA` and `$KEY` are set. */
export function openTerminal(folder: string, { kassaUrl, key, receiverPort }: Settings) {
  const shell = new Shell(folder, { ...languageEnv, KASSA: kassaUrl, KEY: key });
  const typed = (code: string): string =>
    code
      .replaceAll("http://localhost:8080", kassaUrl)
      .replace(/(?<=localhost:|listen\()3000\b/g, String(receiverPort));
  let log = "";
  const printed = (pattern: RegExp): Promise<boolean> =>
    until(
      () => existsSync(log) && pattern.test(readFileSync(log, "utf8")),
      `the receiver prints ${pattern}`,
      30_000,
    );
  return {
    printed,
    /** Runs the README's command, and returns the address of the payment page. */
    createSession: async (command: string): Promise<string> =>
      JSON.parse((await shell.run(typed(command))).trim()).url,
    /** Creates the endpoint, saves the receiver and starts it. */
    receive: async ({ endpoint, receiver }: Readme): Promise<void> => {
      const { secret } = JSON.parse((await shell.run(typed(endpoint))).trim());
      writeFileSync(path.join(folder, "receiver.mjs"), typed(receiver));
      log = shell.start(`node receiver.mjs ${secret}`);
      await printed(/listening/);
    },
    close: () => shell.end(),
  };
}
