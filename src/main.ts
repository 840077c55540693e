import process from "node:process";
import { describeFailure } from "./commands/failure.ts";
import { makeProgram } from "./commands/program.ts";

try {
  await makeProgram().parseAsync(process.argv);
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
