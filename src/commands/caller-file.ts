import path from "node:path";
import process from "node:process";

const kassaFolder = path.resolve(import.meta.dirname, "../..");

/**
 * The absolute path of a file named on the command line, relative to the caller's folder. npm and bin/kassa run Kassa in
 * its own folder and pass the caller's in INIT_CWD. A process in any other folder was started there by the caller.
 */
export function callerFile(
  file: string,
  { INIT_CWD: callerFolder }: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): string {
  return path.resolve(folder === kassaFolder && callerFolder ? callerFolder : folder, file);
}
