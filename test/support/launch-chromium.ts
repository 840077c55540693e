import { spawnSync } from "node:child_process";
import process from "node:process";
import { type Browser, chromium } from "playwright-core";
import { ensureProgram } from "./test-program.ts";

/** Starts Chromium, and installs it first if it is missing. @param args command-line flags */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = await ensureProgram("chromium");
  return chromium.launch({
    executablePath,
    args: [...args],
    chromiumSandbox: canSandbox(),
    env: { ...definedOnly(process.env), ...env },
  });
}

/**
 * Chromium's sandbox refuses to run as root and needs user namespaces, which many containers don't allow. Only our own
 * pages are opened here, so running without it is safe.
 */
function canSandbox(): boolean {
  if (process.platform !== "linux") return true;
  return process.getuid?.() !== 0 && spawnSync("unshare", ["--user", "--map-root-user", "true"]).status === 0;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
