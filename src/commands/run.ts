import process from "node:process";
import { CommanderError } from "commander";
import { commandLine } from "../kernel/command-line.ts";
import { visibleLines } from "../kernel/visible-text.ts";
import { type Failure, failureOf } from "./failure.ts";
import { print } from "./output.ts";
import { makeProgram } from "./program.ts";

/** What every command ends with; docs/operations/commands.md has them for scripts. */
const exitCodes = {
  /** It did what it was told, and found nothing wrong. */
  done: 0,
  /** It looked, and found something wrong. Commands that check set this themselves. */
  foundFault: 1,
  /** It couldn't do what it was told. */
  failed: 2,
} as const;

// `kassa keys list | head -1` closes the pipe early; there is nobody left to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

const asJson = process.argv.includes("--json");

try {
  await makeProgram({ quiet: asJson }).parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed help, the version or the fault itself, unless the fault is wanted as JSON.
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

/** Where Commander answers with its help, it has no message. */
function messageOf({ code, message }: CommanderError): string {
  if (code === "commander.help") return `There is no such command. List them: ${commandLine("--help")}`;
  return message.replace(/^error: /, "");
}

/** With --json the one document is the error, so that what reads it needs no second way. */
function printJson({ code, message }: Failure): void {
  print(true, { object: "error", code, message }, () => []);
}
