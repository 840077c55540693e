import type { Variables } from "./variables.ts";

/** The values of sslmode that are accepted, and the mode that each one stands for. */
const tlsModes: Readonly<Record<string, string>> = {
  disable: "disable",
  "no-verify": "no-verify",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
};

/**
 * The complete address of PostgreSQL. node-postgres would read a missing host or sslmode from PGHOST and PGSSLMODE, and the
 * rest of Kassa wouldn't know. Like node-postgres, Kassa treats all verifying modes of sslmode as verify-full.
 */
export function readDatabaseUrl(variables: Variables, name: string): string | undefined {
  const text = variables.url(name, ["postgres:", "postgresql:"]);
  if (text === undefined) return undefined;
  if (/%(?![0-9a-f]{2})/i.test(text)) {
    variables.fault(`${name} contains a "%" that starts no escape; write it as %25, also in the password.`);
    return undefined;
  }
  const { hostname, searchParams: given } = new URL(text);
  const mode = given.get("sslmode") ?? (given.has("ssl") ? undefined : variables.foreign("PGSSLMODE"));
  const host = hostname === "" && !given.has("host") ? variables.foreign("PGHOST") : undefined;
  if (mode && !Object.hasOwn(tlsModes, mode)) {
    const source = given.has("sslmode") ? `sslmode in ${name}` : "PGSSLMODE";
    variables.fault(`${source} has to be one of ${Object.keys(tlsModes).join(", ")}; it is "${mode}".`);
    return undefined;
  }
  const withHost = host ? withParameter(text, "host", host) : text;
  return mode ? withParameter(withHost, "sslmode", tlsModes[mode] ?? mode) : withHost;
}

/** The address with a query parameter set; the rest is unchanged. */
function withParameter(address: string, name: string, value: string): string {
  const [before = "", query = ""] = address.split(/\?(.*)/s);
  const others = query.split("&").filter((part) => part !== "" && !part.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${encodeURIComponent(value)}`].join("&")}`;
}
