import process from "node:process";

/**
 * How the user runs a command: `kassa keys list` if they called bin/kassa, for example in a container without npm,
 * otherwise by npm. bin/kassa sets CALLED_AS to its name.
 */
export function commandLine(command: string): string {
  if (process.env.CALLED_AS === "kassa") return `kassa ${command}`;
  return command === "serve" ? "npm start" : `npm run --silent kassa -- ${command}`;
}
