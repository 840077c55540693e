import type { Command } from "commander";

/** Every command that does something, with the words that call it. */
export function leavesOf(
  command: Command,
  words: readonly string[] = [],
): { words: string[]; command: Command }[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((inner) => inner.name() !== "help");
  if (visible.length === 0) return [{ words: [...words], command }];
  return visible.flatMap((inner) => leavesOf(inner, [...words, inner.name()]));
}

/** The words of a line, as a shell would split it. */
export const splitLine = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain = ""]) => quoted ?? plain);
