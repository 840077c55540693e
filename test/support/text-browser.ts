import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { provideProgram } from "./test-program.ts";

/** w3m in a terminal, used by its keys as somebody without a screen, or with a very old machine, would. */
export type TextBrowser = {
  /** Waits for words on the screen, one below the other if there are more. Blanks don't count: w3m moves over them. */
  until(...words: string[]): Promise<void>;
  /** Moves the cursor to the next place below it with these words. */
  goTo(words: string): Promise<void>;
  /** Types into the first field behind a label that stands below where the cursor is. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the button or link that has these words, below where the cursor is. */
  press(words: string): Promise<void>;
  close(): Promise<void>;
};

const drawnWithinMs = 60_000;
/** Otherwise w3m draws only the letters that differ from those of the page before. */
const drawAnew = "\f";
/** How long the screen stays as it is before the next key: a key that comes while a page is loaded is lost. */
const quietMs = 150;

export async function openTextBrowser(url: string): Promise<TextBrowser> {
  const { executablePath, env } = await provideProgram("w3m");
  const home = await mkdtemp(path.join(tmpdir(), "kassa-w3m-"));
  const child = spawn(
    "script",
    terminal([executablePath, "-o", "confirm_qq=0", "-o", "use_history=0", url]),
    {
      env: { ...process.env, ...env, HOME: home, TERM: "vt100", LC_ALL: "C.UTF-8" },
    },
  );
  let drawn = "";
  let drawnAt = performance.now();
  child.stdout.on("data", (bytes: Buffer) => {
    drawn += bytes.toString();
    drawnAt = performance.now();
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));

  const type = async (keys: string): Promise<void> => {
    while (performance.now() - drawnAt < quietMs) await sleep(20);
    drawn = "";
    drawnAt = performance.now();
    child.stdin.write(keys);
    while (performance.now() - drawnAt < quietMs) await sleep(20);
  };
  const until = async (...words: string[]): Promise<void> => {
    const deadline = performance.now() + drawnWithinMs;
    // The order is that of a screen drawn once: in one drawn twice anything would be found below itself.
    if (words.length > 1) await type(drawAnew);
    while (!areInOrder(wordsOf(drawn), words)) {
      const wanted = words.join('" and below it "');
      assert.ok(performance.now() < deadline, `w3m doesn't show "${wanted}", but ${wordsOf(drawn)}`);
      await type(drawAnew);
    }
  };
  const goTo = (words: string): Promise<void> => type(`/${words}\r`);
  return {
    until,
    goTo,
    fill: async (label, text) => {
      await goTo(label);
      await type("\t");
      await type("\r");
      await type(`${text}\r`);
    },
    press: async (words) => {
      await goTo(words);
      await type("\r");
    },
    close: async () => {
      child.kill();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What `script` takes to run a command in a terminal of its own, and to pass keys and screen on. */
function terminal(command: readonly string[]): string[] {
  if (process.platform !== "linux") return ["-q", "/dev/null", ...command];
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return ["--quiet", "--flush", "--command", `stty cols 100 rows 200; exec ${quoted}`, "/dev/null"];
}

function areInOrder(screen: string, words: readonly string[]): boolean {
  let from = 0;
  for (const wanted of words.map((each) => each.replaceAll(/\s/g, ""))) {
    const at = screen.indexOf(wanted, from);
    if (at < 0) return false;
    from = at + wanted.length;
  }
  return true;
}

/** The letters of a screen without what moves the cursor between them. */
function wordsOf(screen: string): string {
  return stripVTControlCharacters(screen).replaceAll(/[\p{Cc}\s]/gu, "");
}
