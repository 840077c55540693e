import process from "node:process";

/**
 * How a person runs a command of Kassa: `kassa keys list` where they called bin/kassa, as in a container, which has no npm;
 * else by npm. bin/kassa leaves its name in CALLED_AS.
 */
export function commandLine(command: string): string {
  if (process.env.CALLED_AS === "kassa") return `kassa ${command}`;
  return command === "serve" ? "npm start" : `npm run --silent kassa -- ${command}`;
}
