/**
 * Installs Debian's build of a program that tests use. Tests run it when the program is missing:
 *
 *     node scripts/install-test-program.ts chromium
 *
 * As root, or with a sudo that asks for no password, it installs the package system-wide. For any other user apt downloads the
 * missing packages and checks their signatures, and they are unpacked below ~/.cache/kassa-chromium.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import {
  findProgram,
  type Installed,
  type ProgramName,
  privateFolder,
  privateRecord,
  testPrograms,
} from "../test/support/test-program.ts";

const wanted = process.argv[2] ?? "";
if (Object.hasOwn(testPrograms, wanted)) report(wanted as ProgramName);
else {
  console.error(`Name the program to install: ${Object.keys(testPrograms).join(" or ")}.`);
  process.exitCode = 2;
}

function report(name: ProgramName): void {
  const { title } = testPrograms[name];
  const found = findProgram(name) ?? install(name);
  console.error(found ? `${title}: ${found.executablePath}` : `${title} could not be installed.`);
  process.exitCode = found ? 0 : 1;
}

function install(name: ProgramName): Installed | undefined {
  const { title } = testPrograms[name];
  if (!runs("apt-get", ["--version"])) {
    console.error(`apt-get is missing: install ${title} with your system's package manager.`);
    return undefined;
  }
  console.error(`Installing ${title} for the tests; this takes a minute …`);
  if (process.getuid?.() === 0) installForAll(name, []);
  else if (runs("sudo", ["-n", "true"])) installForAll(name, ["sudo", "-n"]);
  else installPrivately(name);
  return findProgram(name);
}

function installForAll(name: ProgramName, prefix: readonly string[]): void {
  const apt = [
    ...prefix,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    "-q",
    "-o",
    "DPkg::Lock::Timeout=120",
  ];
  const program = testPrograms[name];
  // Go on if a package source doesn't answer: the program may come from another one.
  run([...apt, "update"]);
  for (const one of [program.package, ...program.besides])
    run([...apt, "install", "-y", "--no-install-recommends", one]);
}

/** Unpacks the missing packages of a program and its libraries into a folder. It replaces an earlier, unfinished one. */
function installPrivately(name: ProgramName): void {
  const files = path.join(privateFolder(name), "files");
  rmSync(privateRecord(name), { force: true });
  rmSync(files, { recursive: true, force: true });
  const packages = download(name);
  if (packages.length === 0) return;
  for (const file of packages) {
    if (!run(["dpkg-deb", "--extract", file, files])) return;
  }
  const executablePath = path.join(files, testPrograms[name].inPackage);
  const program: Installed = { executablePath, env: environmentFor(files) };
  if (!runs(executablePath, [testPrograms[name].versionOption], program.env)) {
    console.error(`The program unpacked into ${files} does not run.`);
    return;
  }
  writeFileSync(privateRecord(name), JSON.stringify(program, null, 2));
  rmSync(aptFolder(name), { recursive: true, force: true });
}

function aptFolder(name: ProgramName): string {
  return path.join(privateFolder(name), "apt");
}

/** Downloads the packages that this machine lacks and returns their paths. apt gets a state and a cache folder that this user may write to. */
function download(name: ProgramName): string[] {
  const state = path.join(aptFolder(name), "state");
  const cache = path.join(aptFolder(name), "cache");
  mkdirSync(path.join(state, "lists/partial"), { recursive: true });
  mkdirSync(path.join(cache, "archives/partial"), { recursive: true });
  const options = [
    `Dir::State=${state}`,
    "Dir::State::status=/var/lib/dpkg/status",
    `Dir::Cache=${cache}`,
    // This user can't take apt's system lock and doesn't need it: nothing of the system is changed.
    "Debug::NoLocking=true",
    "APT::Keep-Downloaded-Packages=true",
  ];
  const apt = ["apt-get", "-q", ...options.flatMap((option) => ["-o", option])];
  run([...apt, "update"]);
  run([...apt, "install", "--download-only", "-y", "--no-install-recommends", testPrograms[name].package]);
  const archives = path.join(cache, "archives");
  return readdirSync(archives)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => path.join(archives, name));
}

/** Points the program to the unpacked libraries, and to the unpacked font settings if the machine has none. */
function environmentFor(files: string): Record<string, string> {
  const folders = new Set(
    readdirSync(files, { recursive: true, withFileTypes: true })
      .filter((entry) => /\.so(\.|$)/.test(entry.name))
      .map((entry) => entry.parentPath),
  );
  const hasOwnFonts =
    readdirSync(files).includes("etc") && readdirSync(path.join(files, "etc")).includes("fonts");
  return {
    LD_LIBRARY_PATH: [...folders].sort().join(":"),
    ...(hasOwnFonts ? { FONTCONFIG_SYSROOT: files } : {}),
  };
}

/** Runs a command, shows its output, and returns whether it succeeded. */
function run([command = "", ...args]: readonly string[]): boolean {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Whether a command succeeds; shows no output. */
function runs(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  return spawnSync(command, args, { stdio: "ignore", env: { ...process.env, ...env } }).status === 0;
}
