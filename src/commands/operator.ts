import { hostname, userInfo } from "node:os";
import process from "node:process";
import type { Actor } from "../database/transaction.ts";

/** Who runs a command, and from where, for the audit log. */
export function operator(): Actor {
  const { SUDO_USER: sudoUser, SSH_CLIENT: sshClient } = process.env;
  const command = process.argv.slice(2, 4).filter((word) => /^[a-z-]+$/.test(word));
  const client = sshClient?.split(" ")[0];
  return {
    name: `operator ${sudoUser || userName()} (kassa ${command.join(" ")})`,
    origin: client ? `${hostname()} from ${client}` : hostname(),
  };
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `${process.getuid?.() ?? "unknown"}`;
  }
}
