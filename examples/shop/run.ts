/**
 * `npm run example`: starts Kassa with its own PostgreSQL and the shop beside it. Keeps everything in data/example; delete that folder
 * to begin anew. Other ports: EXAMPLE_SHOP_PORT, EXAMPLE_KASSA_PORT.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { Kassa } from "@kassa/sdk";
import { Orders } from "./orders.ts";
import { makeShop } from "./server.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { EXAMPLE_SHOP_PORT: shopPort = "3000", EXAMPLE_KASSA_PORT: kassaPort = "8080" } = process.env;
const dataDir = path.resolve(root, process.env.EXAMPLE_DATA_DIR ?? "data/example");
const shopDir = path.join(dataDir, "shop");
const url = `http://localhost:${shopPort}`;
const { DATABASE_URL: _, ...inherited } = process.env;
const env = {
  ...inherited,
  PORT: kassaPort,
  KASSA_PUBLIC_URL: `http://localhost:${kassaPort}`,
  KASSA_DATA_DIR: path.join(dataDir, "kassa"),
  KASSA_METRICS_PORT: "off",
  KASSA_LOG_LEVEL: "warn",
};

console.log("Starting Kassa …");
mkdirSync(shopDir, { recursive: true });
const server = spawn(process.execPath, ["src/main.js", "serve"], {
  cwd: root,
  env,
  stdio: ["ignore", "pipe", "pipe"],
});
await untilReady(server);
const kassaUrl = env.KASSA_PUBLIC_URL;
const { key, webhookSecret } = await settle();
const orders = new Orders(path.join(shopDir, "orders.sqlite"));
const kassa = new Kassa(key, { baseUrl: kassaUrl });
const shop = makeShop({ kassa, orders, webhookSecret, url, kassaUrl });
await shop.listen({ port: Number(shopPort), host: "localhost" });
console.log(`\nThe shop is open: ${url}\nPay with card 4242 4242 4242 4242. Ctrl-C closes it.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
server.once("exit", () => void close());

async function close(): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }
  await shop.close();
  orders.close();
  process.exit();
}

/** The key and the webhook endpoint's secret: made at the first start, and kept for the next ones. */
async function settle(): Promise<{ key: string; webhookSecret: string }> {
  const file = path.join(shopDir, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const command = ["src/main.js", "keys", "create", "--mode", "sandbox", "--name", "Example shop", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  const key = String(JSON.parse(stdout).secret);
  const endpoint = await new Kassa(key, { baseUrl: kassaUrl }).webhookEndpoints.create({
    url: `http://127.0.0.1:${shopPort}/webhooks/kassa`,
    events: ["checkout.session.*", "refund.*"],
  });
  writeFileSync(file, JSON.stringify({ key, webhookSecret: endpoint.secret }), { mode: 0o600 });
  return { key, webhookSecret: endpoint.secret };
}

/** Resolves when Kassa has printed its address. @throws what it printed, if it ends before */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (printed.includes("Kassa answers at")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`Kassa didn't start:\n${printed}`)));
  });
}
