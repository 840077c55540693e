import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { type Language, languageEnv, languages } from "../support/languages.ts";
import { until } from "../support/until.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** How each example is started, in its folder. */
export const shops = {
  Node: { folder: "examples/node", args: () => ["shop.mjs"] },
  Python: { folder: "examples/python", args: () => ["shop.py"] },
  PHP: { folder: "examples/php", args: (port: number) => ["-S", `localhost:${port}`, "shop.php"] },
  Go: { folder: "examples/go", args: () => [] },
} as const satisfies Partial<Record<Language, unknown>>;
export type ShopLanguage = keyof typeof shops;

export type ShopSettings = {
  readonly port: number;
  /** A folder for the orders. */
  readonly folder: string;
  readonly kassaUrl: string;
  readonly key: string;
  readonly webhookSecret: string;
};

/** An example that runs as a process of its own. */
export type LanguageShop = {
  readonly url: string;
  /** Everything it printed, both streams. */
  printed(): string;
  end(): Promise<void>;
};

export async function startShop(language: ShopLanguage, settings: ShopSettings): Promise<LanguageShop> {
  const { folder, args } = shops[language];
  const cwd = path.join(root, folder);
  // `go run` would leave the program running when it is ended itself.
  const command = language === "Go" ? buildGo(cwd, settings.folder) : languages[language].command;
  const child = spawn(command, args(settings.port), {
    cwd,
    env: {
      ...languageEnv,
      KASSA_URL: settings.kassaUrl,
      KASSA_KEY: settings.key,
      KASSA_WEBHOOK_SECRET: settings.webhookSecret,
      PORT: String(settings.port),
      ORDERS_FILE: path.join(settings.folder, "orders"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return untilOpen(child, settings.port);
}

function buildGo(cwd: string, folder: string): string {
  const program = path.join(folder, "shop");
  const { status, stderr } = spawnSync("go", ["build", "-o", program, "."], { cwd, env: languageEnv });
  if (status !== 0) throw new Error(`examples/go can't be built:\n${stderr}`);
  return program;
}

async function untilOpen(child: ChildProcess, port: number): Promise<LanguageShop> {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  try {
    // PHP's server prints a line of its own.
    await until(() => {
      if (child.exitCode !== null) throw new Error(`The shop ended:\n${printed}`);
      return /The shop is open|Development Server \(\S+\) started/.test(printed);
    }, "the shop is open");
  } catch (error) {
    await end();
    throw error;
  }
  return { url: `http://localhost:${port}`, printed: () => printed, end };
}
