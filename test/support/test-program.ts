import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";

/** A program that tests use and npm doesn't provide. Debian's package is installed if the machine has none. */
export type TestProgram = {
  readonly title: string;
  /** The environment variable that names the user's own program. */
  readonly variable: string;
  readonly usualPlaces: readonly string[];
  /** Programs that do as well, where the one above can't be had. */
  readonly otherPlaces?: readonly string[];
  /** Debian's package. */
  readonly package: string;
  /** The program's path within the package. */
  readonly inPackage: string;
  /** Prints the version and exits. */
  readonly versionOption: string;
  /** Optional packages: every test passes without them. */
  readonly besides: readonly string[];
};

export const testPrograms = {
  chromium: {
    title: "Chromium",
    variable: "KASSA_CHROMIUM",
    // The headless shell renders the same pages for two thirds of the CPU time. Its launcher in /usr/bin can't be
    // used.
    usualPlaces: ["/usr/lib/chromium/chromium-headless-shell"],
    otherPlaces: [
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    package: "chromium-headless-shell",
    inPackage: "usr/lib/chromium/chromium-headless-shell",
    versionOption: "--version",
    // For the screenshots in Japanese, whose characters are boxes without it.
    besides: ["fonts-ipafont-gothic"],
  },
  firefox: {
    title: "Firefox",
    variable: "KASSA_FIREFOX",
    usualPlaces: [
      "/usr/bin/firefox-esr",
      "/usr/bin/firefox",
      "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
    package: "firefox-esr",
    inPackage: "usr/lib/firefox-esr/firefox-esr",
    versionOption: "--version",
    besides: [],
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
  // Not installed by a test: it brings ImageMagick with it.
  zbarimg: {
    title: "zbarimg",
    variable: "KASSA_ZBARIMG",
    usualPlaces: ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"],
    package: "zbar-tools",
    inPackage: "usr/bin/zbarimg",
    versionOption: "--version",
    besides: [],
  },
} as const satisfies Record<string, TestProgram>;
export type ProgramName = keyof typeof testPrograms;

/** A program that can be started: its path, and what its environment needs beside ours. */
export type Installed = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> };

/** Where `scripts/install-test-program.ts` installs one for users who may not install packages. */
export const privateFolder = (name: ProgramName): string => path.join(homedir(), ".cache", `kassa-${name}`);
/** Written last, so that an incomplete folder is never taken for a program. */
export const privateRecord = (name: ProgramName): string => path.join(privateFolder(name), `${name}.json`);

/**
 * Finds a program on this machine: the one named by its variable, else an installed one, else a private one.
 *
 * @throws Error if the variable names something that can't be run
 */
export function findProgram(name: ProgramName): Installed | undefined {
  const { variable, usualPlaces }: TestProgram = testPrograms[name];
  const wished = process.env[variable];
  if (wished) {
    if (!isExecutable(wished))
      throw new Error(`${variable} names ${wished}, which isn't an executable file.`);
    return { executablePath: wished, env: {} };
  }
  const installed = usualPlaces.find(isExecutable);
  return installed === undefined ? findPrivate(name) : { executablePath: installed, env: {} };
}

/** Finds a program on this machine, or installs it, or takes another one that does as well. Concurrent calls share one installation. */
export async function ensureProgram(name: ProgramName): Promise<Installed> {
  const found = findProgram(name);
  if (found) return found;
  await install(name);
  const installed = findProgram(name) ?? findOther(name);
  if (installed) return installed;
  const { title, variable, package: debian } = testPrograms[name];
  throw new Error(
    `Tests need ${title}, and installing it failed; see the output above. Install the package ${debian} of your ` +
      `system (Debian: apt-get install ${debian}) or name a ${title} in ${variable}.`,
  );
}

/** It is named in the program's variable for this process and its children, so that they don't try to install the better one again. */
function findOther(name: ProgramName): Installed | undefined {
  const { variable, otherPlaces = [] }: TestProgram = testPrograms[name];
  const executablePath = otherPlaces.find(isExecutable);
  if (executablePath === undefined) return undefined;
  process.env[variable] = executablePath;
  return { executablePath, env: {} };
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

/**
 * Runs the installer under a lock, which the kernel releases however its holder ends; those who waited find the
 * program.
 */
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
