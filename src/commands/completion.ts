import process from "node:process";
import type { Command } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The completion script of each shell. It calls `kassa complete` to get the possible next words. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `_kassa() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _kassa kassa
`,
  zsh: `#compdef kassa
_kassa() {
  local -a found
  found=("\${(@f)$("$words[1]" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "$funcstack[1]" == _kassa ]]; then _kassa "$@"; else compdef _kassa kassa; fi
`,
  fish: `complete -c kassa -f -a '(kassa complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

/** `kassa completion`: prints the script of a shell. */
export async function printCompletion(shell: Shell): Promise<void> {
  process.stdout.write(scripts[shell]);
}

/** `kassa complete`: prints the candidates for the last word, one per line. */
export const printCandidates =
  (program: Command) =>
  async (words: readonly string[]): Promise<void> => {
    for (const candidate of candidatesFor(program, words)) console.log(candidate);
  };

/** The candidates for the last of `words`: commands, options, or the choices of an option or argument. */
export function candidatesFor(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let awaited: readonly string[] | undefined;
  for (const word of words.slice(0, -1)) {
    const option = command.options.find((one) => one.long === word || one.short === word);
    if (awaited !== undefined) awaited = undefined;
    else if (option && (option.required || option.optional)) awaited = option.argChoices ?? [];
    else command = command.commands.find((inner) => inner.name() === word) ?? command;
  }
  const all = awaited ?? (last.startsWith("-") ? optionsOf(command) : wordsOf(command));
  return all.filter((candidate) => candidate.startsWith(last));
}

const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => (long ? [long] : [])),
  "--help",
];

function wordsOf(command: Command): string[] {
  const inner = command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return inner.length + choices.length > 0 ? [...inner, ...choices] : optionsOf(command);
}
