import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { compileCache } from "../../test/support/compile-cache.ts";
import { candidatesFor, type Shell } from "./completion.ts";
import { makeProgram } from "./program.ts";

const root = path.resolve(import.meta.dirname, "../..");

test("words, options and choices are completed at every level", () => {
  const complete = (...words: string[]): string[] => candidatesFor(makeProgram(), words);
  assert.deepEqual(complete("do"), ["doctor"]);
  assert.ok(complete("").includes("keys") && !complete("").includes("complete"));
  assert.deepEqual(complete("keys", "r"), ["roll", "revoke"]);
  assert.deepEqual(complete("keys", "create", "--mo"), ["--mode"]);
  assert.deepEqual(complete("keys", "create", "--mode", ""), ["sandbox", "live"]);
  assert.deepEqual(complete("keys", "create", "--mode", "live", "--exp"), ["--expires-in"]);
  assert.deepEqual(complete("receipts", "keys", "w"), ["withdraw"]);
  assert.deepEqual(complete("completion", ""), ["bash", "zsh", "fish"]);
  assert.deepEqual(complete("keys", "list", "--tenant", ""), [], "ids can't be completed");
});

/**
 * How each shell loads its script and completes the words before the cursor, as it does when Tab is pressed. zsh's
 * `compadd` works only in its line editor, so the test replaces it with one that prints its arguments.
 */
type ShellCalls = {
  readonly args: readonly string[];
  readonly load: string;
  complete(words: readonly string[]): string;
};
const shells: Readonly<Record<Shell, ShellCalls>> = {
  bash: {
    args: ["--norc", "--noprofile", "-c"],
    load: "source <(kassa completion bash)",
    complete: (words) => `COMP_WORDS=(${quoted(words)}) COMP_CWORD=${words.length - 1}; _kassa
      printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    args: ["--no-rcs", "-c"],
    load: `autoload -Uz compinit; compinit -u -D; source <(kassa completion zsh)
      [[ "$_comps[kassa]" == _kassa ]] || exit 1
      compadd() { shift; local one; for one; do [[ "$one" == "$PREFIX"* ]] && print -r -- "$one"; done }
      _files() { }`,
    complete: (words) =>
      `words=(${quoted(words)}) CURRENT=${words.length} PREFIX=${quoted([words.at(-1) ?? ""])}; _kassa`,
  },
  fish: {
    args: ["--no-config", "-c"],
    load: "kassa completion fish | source",
    complete: (words) => `complete -C ${quoted([words.join(" ")])}`,
  },
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

const lines: readonly { readonly words: readonly string[]; readonly candidates: readonly string[] }[] = [
  { words: ["kassa", "keys", "r"], candidates: ["revoke", "roll"] },
  { words: ["kassa", "keys", "create", "--mode", "s"], candidates: ["sandbox"] },
  { words: ["kassa", "keys", "create", "--mode", ""], candidates: ["live", "sandbox"] },
  { words: ["kassa", "keys", "list", "--tenant", ""], candidates: [] },
];

for (const [shell, { args, load, complete }] of Object.entries(shells)) {
  test(`the script completes commands in ${shell}`, (t) => {
    const home = mkdtempSync(path.join(tmpdir(), "kassa-completion-"));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const script = [load, ...lines.map(({ words }) => complete(words))].join("\necho END\n");
    const { stdout, stderr, error } = spawnSync(shell, [...args, script], {
      cwd: home,
      encoding: "utf8",
      env: {
        PATH: `${path.join(root, "bin")}:${process.env.PATH}`,
        NODE_COMPILE_CACHE: compileCache,
        HOME: home,
        TERM: "dumb",
      },
    });
    if (error) return t.diagnostic(`not run: ${shell} isn't installed (Debian: apt-get install ${shell})`);
    const found = stdout
      .split("END\n")
      .slice(1)
      .map((part) => part.split("\n").filter(Boolean).toSorted());
    assert.deepEqual(
      found,
      lines.map(({ candidates }) => candidates),
      stderr,
    );
  });
}
