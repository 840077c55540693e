import { isLoopbackHost } from "../kernel/loopback.ts";

/** Traffic that would cross a network unencrypted. */
export type Unencrypted = { readonly text: string; readonly advice: string };

/** What the settings say of connections: `databaseUrl` is undefined for Kassa's own PostgreSQL. */
export type Connections = { readonly publicUrl: URL; readonly databaseUrl: string | undefined };

/** Connections that live payments must not use: http to the public, and PostgreSQL on another machine without TLS. */
export function findUnencrypted({ publicUrl, databaseUrl }: Connections): Unencrypted[] {
  const found: Unencrypted[] = [];
  if (publicUrl.protocol === "http:" && !isLoopbackHost(publicUrl.hostname))
    found.push({
      text: `KASSA_PUBLIC_URL is ${publicUrl.origin}: live API keys and payment pages would cross the network unencrypted`,
      advice: "Put a TLS proxy in front of Kassa and set KASSA_PUBLIC_URL to its https address.",
    });
  if (databaseUrl !== undefined && isRemote(databaseUrl) && !usesTls(databaseUrl))
    found.push({
      text: "DATABASE_URL names another machine without TLS: payments would cross the network unencrypted",
      advice: "Add ?sslmode=verify-full to DATABASE_URL.",
    });
  return found;
}

/** The host is in the address or, as in libpq, in the parameter `host`; a path is a Unix socket. */
function isRemote(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl);
  const host = url?.searchParams.get("host") ?? url?.hostname ?? "";
  return (
    host !== "" && !host.startsWith("/") && !host.startsWith("%2F") && !isLoopbackHost(host) && host !== "::1"
  );
}

function usesTls(databaseUrl: string): boolean {
  const query = URL.parse(databaseUrl)?.searchParams;
  const mode = query?.get("sslmode");
  if (mode) return mode !== "disable" && mode !== "allow";
  return ["1", "true"].includes(query?.get("ssl") ?? "");
}
