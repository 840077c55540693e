import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";

/** A Chromium that can be started: where it lies, and what its environment needs beside ours. */
export type Chromium = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> };

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where `scripts/install-chromium.ts` puts one for users who may not install packages. */
export const privateFolder = path.join(homedir(), ".cache", "kassa-chromium");
/** Written last, so that a folder left half filled is never taken for a browser. */
export const privateRecord = path.join(privateFolder, "chromium.json");

/**
 * A Chromium on this machine: the one that KASSA_CHROMIUM names, else one that is installed, else a private one.
 *
 * @throws Error when KASSA_CHROMIUM names something that can't be run
 */
export function findChromium(): Chromium | undefined {
  const wished = process.env.KASSA_CHROMIUM;
  if (wished) {
    if (!isExecutable(wished))
      throw new Error(`KASSA_CHROMIUM names ${wished}, which is no program that can be run.`);
    return { executablePath: wished, env: {} };
  }
  const installed = usualPlaces.find(isExecutable);
  return installed === undefined ? findPrivate() : { executablePath: installed, env: {} };
}

/** A Chromium on this machine, installed first where there is none. Files that ask at once share one installation. */
export async function provideChromium(): Promise<Chromium> {
  const found = findChromium();
  if (found) return found;
  await install();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium, and installing it failed; what was tried stands above. Install the package " +
      "chromium of your system (Debian: apt-get install chromium) or name a Chromium or Chrome in KASSA_CHROMIUM.",
  );
}

function findPrivate(): Chromium | undefined {
  try {
    const chromium: Chromium = JSON.parse(readFileSync(privateRecord, "utf8"));
    return isExecutable(chromium.executablePath) ? chromium : undefined;
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The installer under a lock that the kernel lets go of however its holder ends; whoever waited finds a browser. */
async function install(): Promise<void> {
  mkdirSync(privateFolder, { recursive: true });
  const script = path.resolve(import.meta.dirname, "../../scripts/install-chromium.ts");
  const child = spawn("flock", [path.join(privateFolder, "lock"), process.execPath, script], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  await new Promise<void>((resolve) => {
    child.on("error", (error) => {
      console.error(`Chromium can't be installed here: ${error.message}`);
      resolve();
    });
    child.on("exit", () => resolve());
  });
}
