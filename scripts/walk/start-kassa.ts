import { spawn } from "node:child_process";
import process from "node:process";
import { freePort } from "../../test/support/free-port.ts";
import { until } from "../../test/support/until.ts";

/** `npm start` in a folder, on a free port, with what it prints. */
export async function startKassa(folder: string) {
  const env = { ...process.env, PORT: String(await freePort()), KASSA_METRICS_PORT: "off" };
  // A process group of its own: npm doesn't pass signals on to Kassa in all versions.
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  const find = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? "";
  await until(() => printed.includes("/docs/paid") || child.exitCode !== null, "npm start is ready", 120_000);
  if (child.exitCode !== null) throw new Error(`npm start has ended:\n${printed}`);
  return {
    url: find(/Kassa answers at (\S+)/),
    key: find(/Sandbox key (ks_sandbox_\w+)/),
    ownerUrl: find(/Dashboard +(\S+)/),
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}
