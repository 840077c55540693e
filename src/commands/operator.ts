import { hostname, userInfo } from "node:os";
import process from "node:process";
import type { Actor } from "../database/transaction.ts";
import { examples } from "./examples.ts";

/** Who runs the command, and from where, for the audit log. */
export function operator(): Actor {
  const { SUDO_USER: sudoUser, SSH_CLIENT: sshClient } = process.env;
  const client = sshClient?.split(" ")[0];
  return {
    name: `operator ${sudoUser || userName()} (${["kassa", ...commandWords(process.argv.slice(2))].join(" ")})`,
    origin: client ? `${hostname()} from ${client}` : hostname(),
  };
}

/** The words that name the command, without its arguments. */
function commandWords(given: readonly string[]): readonly string[] {
  for (let count = given.length; count > 0; count -= 1) {
    const words = given.slice(0, count);
    if (Object.hasOwn(examples, words.join(" "))) return words;
  }
  return [];
}

/** The user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `${process.getuid?.() ?? "unknown"}`;
  }
}
