import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { ensureProgram } from "./test-program.ts";

/** w3m in a terminal, driven by its keys. */
export type TextBrowser = {
  /**
   * Waits for texts on the screen, in this order from top to bottom. Blanks don't count: w3m moves the cursor over
   * them.
   */
  until(...words: string[]): Promise<void>;
  /** Moves the cursor to the next occurrence of this text below it. */
  goTo(words: string): Promise<void>;
  /** Types into the first field after a label below the cursor. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the button or link with this text below the cursor. */
  press(words: string): Promise<void>;
  close(): Promise<void>;
};

const drawnWithinMs = 60_000;
/** Forces a full redraw: otherwise w3m draws only the characters that changed. */
const redraw = "\f";
/** How long the screen must stay unchanged before the next key: w3m loses keys while a page loads. */
const quietMs = 150;

export async function openTextBrowser(url: string): Promise<TextBrowser> {
  const { executablePath, env } = await ensureProgram("w3m");
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
    // The texts must be in order on a screen drawn once; on a screen drawn twice any order would match.
    if (words.length > 1) await type(redraw);
    while (!areInOrder(wordsOf(drawn), words)) {
      const wanted = words.join('" and below it "');
      assert.ok(performance.now() < deadline, `w3m doesn't show "${wanted}", but ${wordsOf(drawn)}`);
      await type(redraw);
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

/** The arguments with which `script` runs a command in a terminal of its own and passes keys and screen on. */
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

/** The characters of a screen without the cursor movements between them. */
function wordsOf(screen: string): string {
  return stripVTControlCharacters(screen).replaceAll(/[\p{Cc}\s]/gu, "");
}
