import type { Finding } from "./finding.ts";
import { type Connections, findUnencrypted } from "./unencrypted.ts";

export function encryptionFindings(connections: Connections): Finding[] {
  const check = "encryption";
  const found = findUnencrypted(connections);
  if (found.length > 0) return found.map((each) => ({ check, state: "warning", ...each }));
  return [
    { check, state: "ok", text: "the public address and the database are on this machine, or use TLS" },
  ];
}
