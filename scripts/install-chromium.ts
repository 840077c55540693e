/**
 * Installs Debian's Chromium for the browser tests, which run it by themselves where there is none:
 *
 *     node scripts/install-chromium.ts
 *
 * As root or with a sudo that asks for no password it is installed for the whole machine. Any other user gets a private
 * one: apt downloads what is missing, signatures checked as ever, and it is unpacked below ~/.cache/kassa-chromium.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type Chromium, findChromium, privateFolder, privateRecord } from "../test/support/chromium.ts";

const aptFolder = path.join(privateFolder, "apt");

const found = findChromium() ?? (await install());
if (found) {
  console.error(`Chromium: ${found.executablePath}`);
} else {
  console.error("Chromium could not be installed.");
  process.exitCode = 1;
}

async function install(): Promise<Chromium | undefined> {
  if (!runs("apt-get", ["--version"])) {
    console.error("There is no apt-get here: install Chromium or Chrome by your system's own means.");
    return undefined;
  }
  console.error("Installing Chromium for the browser tests; this takes a minute …");
  if (process.getuid?.() === 0) installForAll([]);
  else if (runs("sudo", ["-n", "true"])) installForAll(["sudo", "-n"]);
  else installPrivately();
  return findChromium();
}

function installForAll(prefix: readonly string[]): void {
  const apt = [
    ...prefix,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    "-q",
    "-o",
    "DPkg::Lock::Timeout=120",
  ];
  // An address among the sources that doesn't answer need not be one that Chromium comes from: go on in any case.
  run([...apt, "update"]);
  run([...apt, "install", "-y", "--no-install-recommends", "chromium"]);
  // For the screenshots in Japanese; without it they show boxes, and every test holds all the same.
  run([...apt, "install", "-y", "--no-install-recommends", "fonts-ipafont-gothic"]);
}

/** What is missing of Chromium and its libraries, unpacked into a folder that replaces an earlier, unfinished one. */
function installPrivately(): void {
  const files = path.join(privateFolder, "files");
  rmSync(privateRecord, { force: true });
  rmSync(files, { recursive: true, force: true });
  const packages = download();
  if (packages.length === 0) return;
  for (const file of packages) {
    if (!run(["dpkg-deb", "--extract", file, files])) return;
  }
  const executablePath = path.join(files, "usr/lib/chromium/chromium");
  const chromium: Chromium = { executablePath, env: environmentFor(files) };
  if (!runs(executablePath, ["--version"], chromium.env)) {
    console.error(`What was unpacked into ${files} does not run.`);
    return;
  }
  writeFileSync(privateRecord, JSON.stringify(chromium, null, 2));
  rmSync(aptFolder, { recursive: true, force: true });
}

/** Paths of the packages that this machine lacks. apt gets a state and a cache of its own, for ours to write to. */
function download(): string[] {
  const state = path.join(aptFolder, "state");
  const cache = path.join(aptFolder, "cache");
  mkdirSync(path.join(state, "lists/partial"), { recursive: true });
  mkdirSync(path.join(cache, "archives/partial"), { recursive: true });
  const options = [
    `Dir::State=${state}`,
    "Dir::State::status=/var/lib/dpkg/status",
    `Dir::Cache=${cache}`,
    // No lock of the system's could be taken by this user, and none is needed: nothing of the system's is changed.
    "Debug::NoLocking=true",
    "APT::Keep-Downloaded-Packages=true",
  ];
  const apt = ["apt-get", "-q", ...options.flatMap((option) => ["-o", option])];
  run([...apt, "update"]);
  run([...apt, "install", "--download-only", "-y", "--no-install-recommends", "chromium"]);
  const archives = path.join(cache, "archives");
  return readdirSync(archives)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => path.join(archives, name));
}

/** Libraries, and fonts' settings where the machine has none, are looked for where they were unpacked. */
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

/** Runs a command whose output the reader should see; whether it succeeded. */
function run([command = "", ...args]: readonly string[]): boolean {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Whether a command runs and succeeds; says nothing. */
function runs(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  return spawnSync(command, args, { stdio: "ignore", env: { ...process.env, ...env } }).status === 0;
}
