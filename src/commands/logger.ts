import process from "node:process";
import { type Logger, pino } from "pino";
import { redactCardNumbers } from "../kernel/card-number.ts";
import { apiKeyInText } from "../tenants/api-key.ts";
import { formatForTerminal } from "./terminal-log.ts";

const keys = new RegExp(apiKeyInText.source, "g");

/** Where log lines go. They can be held back, so that none appears in the middle of other output on a terminal. */
export class LogOutput {
  readonly #stream: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  #held: string[] | undefined;

  constructor(stream: Pick<NodeJS.WriteStream, "write" | "isTTY"> = process.stderr) {
    this.#stream = stream;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const lines = this.#held ?? [];
    this.#held = undefined;
    for (const line of lines) this.#stream.write(line);
  }

  /**
   * Writes one of pino's JSON lines: unchanged to a pipe or file, formatted for people on a terminal. Card numbers and API keys
   * are redacted from the finished line, so that no caller has to remember it.
   */
  write(line: string): void {
    const finished = redact(this.#stream.isTTY ? formatForTerminal(line) : line);
    if (this.#held) this.#held.push(finished);
    else this.#stream.write(finished);
  }
}

/** Logs to standard error: JSON lines, or lines formatted for people if it is a terminal. */
export function makeLogger(level: string, output = new LogOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
}

/** The line with card numbers and API keys redacted. */
export function redact(line: string): string {
  return redactCardNumbers(line).replace(keys, "[API key]");
}
