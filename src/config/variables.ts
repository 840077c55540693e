import { closestName } from "../kernel/did-you-mean.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment's variables, and the faults of those that were read. An empty variable counts as unset. */
export class Variables {
  readonly faults: string[] = [];
  readonly #env: Environment;
  /** The names of all variables that were read. */
  readonly #known = new Set<string>();

  constructor(env: Environment) {
    this.#env = env;
  }

  fault(message: string): void {
    this.faults.push(message);
  }

  optional(name: string): string | undefined {
    const text = this.verbatim(name)?.trim();
    return text === "" ? undefined : text;
  }

  /** The value as it was set: with its spaces, and empty where it is empty. */
  verbatim(name: string): string | undefined {
    this.#known.add(name);
    return this.#env[name];
  }

  /** A variable of another program, such as PGHOST. */
  foreign(name: string): string | undefined {
    return this.#env[name]?.trim();
  }

  text(name: string, standard: string): string {
    return this.optional(name) ?? standard;
  }

  integer(name: string, standard: number, least: number, most: number): number {
    const text = this.optional(name);
    if (text === undefined) return standard;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.fault(`${name} has to be a whole number from ${least} to ${most}; it is "${text}".`);
    return standard;
  }

  integerOrOff(name: string, standard: number, least: number, most: number): number | "off" {
    return this.optional(name) === "off" ? "off" : this.integer(name, standard, least, most);
  }

  /** Different whole numbers, separated by commas. */
  integers(name: string, standard: readonly number[], least: number, most: number): readonly number[] {
    const text = this.optional(name);
    if (text === undefined) return standard;
    const values = text.split(",").map((part) => (/^ *\d+ *$/.test(part) ? Number(part) : Number.NaN));
    const isValid =
      values.every((value) => value >= least && value <= most) && new Set(values).size === values.length;
    if (isValid) return values;
    this.fault(
      `${name} has to be different whole numbers from ${least} to ${most}, separated by commas; it is "${text}".`,
    );
    return standard;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[], standard: Choice): Choice {
    const text = this.optional(name);
    if (text === undefined) return standard;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    this.fault(`${name} has to be one of ${choices.join(", ")}; it is "${text}".`);
    return standard;
  }

  isOn(name: string, standard: boolean): boolean {
    return this.oneOf(name, ["on", "off"], standard ? "on" : "off") === "on";
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.optional(name);
    if (text === undefined) return undefined;
    const parsed = URL.parse(text);
    if (parsed && protocols.includes(parsed.protocol)) return text;
    this.fault(
      `${name} has to be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}.`,
    );
    return undefined;
  }

  /** A fault for each variable of Kassa that nobody read: a mistyped name would silently leave its setting at the default. */
  refuseUnknown(): void {
    const unknown = Object.keys(this.#env).filter(
      (name) => name.startsWith("KASSA_") && !this.#known.has(name) && !testNames.test(name),
    );
    for (const name of unknown.sort()) {
      const plain = name.replace("KASSA_", "");
      const meant = this.#known.has(plain) ? plain : closestName(name, [...this.#known]);
      const hint = meant ? `Did you mean ${meant}?` : "docs/reference/configuration.md lists all settings.";
      this.fault(`${name} is not a setting of Kassa. ${hint}`);
    }
  }
}

/** Variables of the tests. */
const testNames = /^KASSA_(TEST_.+|CRASH_AT|CHROMIUM|W3M|PROMTOOL)$/;
