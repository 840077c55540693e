import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

const systemHostsFile = "/etc/hosts";
const keptMs = 5_000;

/** The machine's hosts file, which containers use for names. Read again after five seconds. */
export class HostsFile {
  readonly #path: string;
  #names: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  #untilMs = 0;

  constructor(path = systemHostsFile) {
    this.#path = path;
  }

  /** The addresses of a lower-case name, IPv4 first; undefined if the file doesn't have it. */
  async find(name: string): Promise<readonly string[] | undefined> {
    if (!this.#names || performance.now() >= this.#untilMs) {
      this.#names = readFile(this.#path, "utf8").then(parseHosts, () => new Map());
      this.#untilMs = performance.now() + keptMs;
    }
    return (await this.#names).get(name);
  }
}

export function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) {
      const addresses = [...(names.get(alias.toLowerCase()) ?? []), address];
      names.set(
        alias.toLowerCase(),
        addresses.sort((left, right) => isIP(left) - isIP(right)),
      );
    }
  }
  return names;
}
