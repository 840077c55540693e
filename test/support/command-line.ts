import type { Command } from "commander";

/** Every command that does something, with the words that invoke it. */
export function leafCommandsOf(
  command: Command,
  words: readonly string[] = [],
): { words: string[]; command: Command }[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((inner) => inner.name() !== "help");
  if (visible.length === 0) return [{ words: [...words], command }];
  return visible.flatMap((inner) => leafCommandsOf(inner, [...words, inner.name()]));
}

/** Splits a line into words as a shell would. */
export const splitLine = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain = ""]) => quoted ?? plain);
