import process from "node:process";
import { type Logger, pino } from "pino";
import { redactCardNumbers } from "../kernel/card-number.ts";
import { apiKeyInText } from "../tenants/api-key.ts";

const keys = new RegExp(apiKeyInText.source, "g");

/**
 * JSON lines on standard error. Whatever gets into a line, card numbers and API keys don't get out of it: the finished
 * line is searched for them, so no call has to remember.
 */
export function makeLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => process.stderr.write(redact(line)) },
  );
}

/** A line without card numbers and API keys. */
export function redact(line: string): string {
  return redactCardNumbers(line).replace(keys, "[API key]");
}
