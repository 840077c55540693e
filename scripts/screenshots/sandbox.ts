import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

/** A Kassa with an empty database of its own, which is deleted when it is closed. */
export type Sandbox = {
  readonly url: string;
  /** The link that makes the owner of the dashboard. */
  readonly ownerLink: string;
  post(address: string, body: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

const port = 18_473;

export async function startSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(path.join(tmpdir(), "kassa-screenshots-"));
  const server = spawnServer(folder);
  const { url, key, ownerLink } = await readWelcome(server);
  return {
    url,
    ownerLink,
    post: (address, body) => post(url + address, key, body),
    close: async () => {
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

function spawnServer(folder: string) {
  return spawn(process.execPath, ["src/main.js", "serve"], {
    env: { ...process.env, PORT: String(port), KASSA_DATA_DIR: folder, KASSA_METRICS_PORT: "off" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** What a first start prints, and the log, which says when it listens. */
async function readWelcome({ stdout, stderr }: ReturnType<typeof spawnServer>) {
  const found = { url: `http://localhost:${port}`, key: "", ownerLink: "" };
  for await (const line of createInterface({ input: stdout })) {
    found.key ||= /\bks_sandbox_\w+/.exec(line)?.[0] ?? "";
    found.ownerLink ||= /http\S+\/dashboard\/join#\S+/.exec(line)?.[0] ?? "";
    if (found.ownerLink !== "") break;
  }
  for await (const line of createInterface({ input: stderr })) if (line.includes("Server listening")) break;
  // Nobody reads them further: full pipes would stop the server.
  stdout.resume();
  stderr.resume();
  return found;
}

async function post(url: string, key: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer;
}
