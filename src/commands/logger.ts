import process from "node:process";
import { type Logger, pino } from "pino";
import { redactCardNumbers } from "../kernel/card-number.ts";
import { apiKeyInText } from "../tenants/api-key.ts";
import { formatForTerminal } from "./terminal-log.ts";

const keys = new RegExp(apiKeyInText.source, "g");

/** Where log lines go. They can be held back, so that none gets into the middle of what a terminal shows. */
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
   * One JSON document of pino's: as it is for programs, in words on a terminal. Whatever gets into a line, card numbers and
   * API keys don't get out of it: the finished line is searched for them, so no call has to remember.
   */
  write(line: string): void {
    const finished = redact(this.#stream.isTTY ? formatForTerminal(line) : line);
    if (this.#held) this.#held.push(finished);
    else this.#stream.write(finished);
  }
}

/** Logs on standard error: JSON lines, or lines for people where that is a terminal. */
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

/** A line without card numbers and API keys. */
export function redact(line: string): string {
  return redactCardNumbers(line).replace(keys, "[API key]");
}
