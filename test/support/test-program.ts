import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";

/** A program that tests use and npm doesn't bring: Debian's is installed where the machine has none. */
export type TestProgram = {
  readonly title: string;
  /** Names one of the user's own. */
  readonly variable: string;
  readonly usualPlaces: readonly string[];
  /** Debian's package. */
  readonly package: string;
  /** Where the program lies in it. */
  readonly inPackage: string;
  /** Has it say what it is, and end. */
  readonly versionOption: string;
  /** Packages without which every test holds all the same. */
  readonly besides: readonly string[];
};

export const testPrograms = {
  chromium: {
    title: "Chromium",
    variable: "KASSA_CHROMIUM",
    // The one without windows, which draws the same pages for two thirds of the CPU time; its starter in /usr/bin stays beside it.
    usualPlaces: [
      "/usr/lib/chromium/chromium-headless-shell",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    package: "chromium-headless-shell",
    inPackage: "usr/lib/chromium/chromium-headless-shell",
    versionOption: "--version",
    // For the screenshots in Japanese, which show boxes without it.
    besides: ["fonts-ipafont-gothic"],
  },
  w3m: {
    title: "w3m",
    variable: "KASSA_W3M",
    usualPlaces: ["/usr/bin/w3m", "/usr/local/bin/w3m", "/opt/homebrew/bin/w3m"],
    package: "w3m",
    inPackage: "usr/bin/w3m",
    versionOption: "-version",
    besides: [],
  },
  promtool: {
    title: "promtool",
    variable: "KASSA_PROMTOOL",
    usualPlaces: ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"],
    package: "prometheus",
    inPackage: "usr/bin/promtool",
    versionOption: "--version",
    besides: [],
  },
} as const satisfies Record<string, TestProgram>;
export type ProgramName = keyof typeof testPrograms;

/** A program that can be started: where it lies, and what its environment needs beside ours. */
export type Installed = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> };

/** Where `scripts/install-test-program.ts` puts one for users who may not install packages. */
export const privateFolder = (name: ProgramName): string => path.join(homedir(), ".cache", `kassa-${name}`);
/** Written last, so that a folder left half filled is never taken for a program. */
export const privateRecord = (name: ProgramName): string => path.join(privateFolder(name), `${name}.json`);

/**
 * A program on this machine: the one that its variable names, else one that is installed, else a private one.
 *
 * @throws Error when the variable names something that can't be run
 */
export function findProgram(name: ProgramName): Installed | undefined {
  const { variable, usualPlaces } = testPrograms[name];
  const wished = process.env[variable];
  if (wished) {
    if (!isExecutable(wished))
      throw new Error(`${variable} names ${wished}, which is no program that can be run.`);
    return { executablePath: wished, env: {} };
  }
  const installed = usualPlaces.find(isExecutable);
  return installed === undefined ? findPrivate(name) : { executablePath: installed, env: {} };
}

/** A program on this machine, installed first where there is none. Files that ask at once share one installation. */
export async function provideProgram(name: ProgramName): Promise<Installed> {
  const found = findProgram(name);
  if (found) return found;
  await install(name);
  const installed = findProgram(name);
  if (installed) return installed;
  const { title, variable, package: debian } = testPrograms[name];
  throw new Error(
    `Tests need ${title}, and installing it failed; what was tried stands above. Install the package ${debian} of your ` +
      `system (Debian: apt-get install ${debian}) or name a ${title} in ${variable}.`,
  );
}

function findPrivate(name: ProgramName): Installed | undefined {
  try {
    const program: Installed = JSON.parse(readFileSync(privateRecord(name), "utf8"));
    return isExecutable(program.executablePath) ? program : undefined;
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

/** The installer under a lock that the kernel lets go of however its holder ends; whoever waited finds the program. */
async function install(name: ProgramName): Promise<void> {
  mkdirSync(privateFolder(name), { recursive: true });
  const script = path.resolve(import.meta.dirname, "../../scripts/install-test-program.ts");
  const child = spawn("flock", [path.join(privateFolder(name), "lock"), process.execPath, script, name], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  await new Promise<void>((resolve) => {
    child.on("error", (error) => {
      console.error(`${testPrograms[name].title} can't be installed here: ${error.message}`);
      resolve();
    });
    child.on("exit", () => resolve());
  });
}
