import process from "node:process";
import { CommanderError } from "commander";
import { commandLine } from "../kernel/command-line.ts";
import { visibleLines } from "../kernel/visible-text.ts";
import { type Failure, failureOf } from "./failure.ts";
import { print } from "./output.ts";
import { makeProgram } from "./program.ts";

/** The exit codes of all commands, documented in docs/reference/command-line.md. */
const exitCodes = {
  /** Success; a check found nothing wrong. */
  done: 0,
  /** A check found something wrong. Commands that check set this themselves. */
  foundFault: 1,
  /** The command couldn't be carried out. */
  failed: 2,
} as const;

/** Runs the command of `process.argv`, prints what it says and sets the exit code. Never throws. */
export async function runCommandLine(): Promise<void> {
  const asJson = process.argv.includes("--json");
  try {
    await makeProgram({ quiet: asJson }).parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed help, the version or the error, unless the error is printed as JSON.
      const isFault = error.exitCode !== 0;
      process.exitCode = isFault ? exitCodes.failed : exitCodes.done;
      if (isFault && asJson) printJson({ code: "usage", message: messageOf(error) });
    } else {
      process.exitCode = exitCodes.failed;
      const failure = failureOf(error);
      if (asJson) printJson(failure);
      else console.error(visibleLines(failure.message));
    }
  }
}

/** When Commander prints its help, its error has no message. */
function messageOf({ code, message }: CommanderError): string {
  if (code === "commander.help") return `There is no such command. List them: ${commandLine("--help")}`;
  return message.replace(/^error: /, "");
}

/** With --json the error is the one document on standard output. */
function printJson({ code, message }: Failure): void {
  print(true, { object: "error", code, message }, () => []);
}
