import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * curl as on the pages, except that a 4xx or 5xx is a failure unless the page shows one; and Kassa's commands, without npm, which
 * takes a second each time.
 */
const prelude = `set -eo pipefail
curl() { command curl --silent --show-error --max-time 60 $CURL_FAILS "$@"; }
kassa() { node ${path.resolve(import.meta.dirname, "../../src/main.js")} "$@"; }
npm() {
  if [ "$1 $2 $3 $4" != "run --silent kassa --" ]; then echo "npm $*: mark it as an excerpt"; return 1; fi
  shift 4; kassa "$@"
}
`;

/** One shell in which a reader runs a page's commands: variables last until its end, and so does what runs in the background. */
export class Shell {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ended: Promise<void>;
  #printed = "";

  /** @param folder where its commands run */
  constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    // A process group of its own, so that programs in the background can be ended with it.
    this.#child = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#printed += chunk;
      });
    this.#ended = new Promise((resolve) => this.#child.once("close", () => resolve()));
    this.#child.stdin?.on("error", () => {});
    this.#child.stdin?.write(prelude);
  }

  /** Runs commands and returns what they printed on both streams. @throws Error if one fails */
  async run(commands: string, { mayRefuse = false, input = "" } = {}): Promise<string> {
    const file = this.#write(commands);
    const typed = this.#write(input);
    const done = randomUUID();
    this.#printed = "";
    this.#child.stdin?.write(
      `CURL_FAILS=${mayRefuse ? "" : "--fail-with-body"}\nsource ${file} <${typed}\nprintf '\\n%s\\n' ${done}\n`,
    );
    await this.#until(() => this.#printed.includes(done), commands);
    return this.#printed.slice(0, this.#printed.indexOf(`\n${done}`));
  }

  /** Starts commands that keep running, and returns the file of what they print. */
  start(commands: string): string {
    const file = this.#write(commands);
    this.#child.stdin?.write(`(source ${file}) </dev/null >${file}.log 2>&1 &\n`);
    return `${file}.log`;
  }

  async end(): Promise<void> {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // All of it has ended.
    }
    await this.#ended;
  }

  #write(commands: string): string {
    const file = path.join(this.#folder, `.commands-${randomUUID()}`);
    writeFileSync(file, `${commands}\n`);
    return file;
  }

  /** A failing command ends the shell. */
  async #until(condition: () => boolean, commands: string): Promise<void> {
    const { stdout } = this.#child;
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (condition()) finish(resolve);
      };
      const fail = (): void => finish(() => reject(new Error(`It fails:\n${commands}\n${this.#printed}`)));
      const limit = setTimeout(fail, 120_000);
      const finish = (report: () => void): void => {
        clearTimeout(limit);
        stdout?.off("data", look);
        this.#child.off("close", fail);
        report();
      };
      stdout?.on("data", look);
      this.#child.once("close", fail);
      if (this.#child.exitCode !== null) fail();
    });
  }
}
