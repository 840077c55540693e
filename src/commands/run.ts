import process from "node:process";
import { runCommandLine } from "./run-command-line.ts";

// `kassa keys list | head -1` closes the pipe early. That is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

await runCommandLine();
