import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";

/** The languages of the examples and of the code in docs/, with the command that runs each. */
export const languages = {
  Node: { command: process.execPath, versionArgs: ["--version"] },
  Python: { command: "python3", versionArgs: ["--version"] },
  PHP: { command: "php", versionArgs: ["--version"] },
  Go: { command: "go", versionArgs: ["version"] },
  Java: { command: "java", versionArgs: ["-version"] },
} as const;
export type Language = keyof typeof languages;

/** Why a language can't be tested here; undefined if it can. A test that can't run says so. */
export function missingLanguage(language: Language): string | undefined {
  const { command, versionArgs } = languages[language];
  const { status } = spawnSync(command, versionArgs, { stdio: "ignore" });
  return status === 0 ? undefined : `not run: ${language} isn't on this machine (${command} can't be run)`;
}

/** The environment of a program of a shop: Node 24 is the `node` in its PATH, and Go uses no network. */
export const languageEnv: Readonly<Record<string, string>> = {
  PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ""}`,
  HOME: homedir(),
  GOCACHE: process.env.GOCACHE ?? path.join(homedir(), ".cache/go-build"),
  GOFLAGS: "-mod=mod",
  GOTOOLCHAIN: "local",
  GOPROXY: "off",
  PYTHONDONTWRITEBYTECODE: "1",
};
