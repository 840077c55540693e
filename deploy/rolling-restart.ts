/**
 * Restarts two processes of Kassa in turn behind a proxy, with the samples of this folder, while customers and merchants
 * go on asking, and counts what fails.
 *
 *     node deploy/rolling-restart.ts nginx [--requests 5000] [--rounds 2]
 *     node deploy/rolling-restart.ts caddy
 *
 * Each round restarts both processes. Everything stays on this machine. Ends with 1 when a request failed, with 2 where the
 * proxy isn't installed.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { databaseIn } from "../bench/context.ts";
import { openEmbeddedDatabase } from "../src/database/embedded/index.ts";
import { freePort } from "../test/support/free-port.ts";
import { type KassaProcess, startServe } from "../test/support/process.ts";
import { until } from "../test/support/until.ts";

const { values, positionals } = parseArgs({
  options: { requests: { type: "string", default: "5000" }, rounds: { type: "string", default: "2" } },
  allowPositionals: true,
});
const [proxy = "nginx"] = positionals;
if (proxy !== "nginx" && proxy !== "caddy") {
  console.error(`There is no sample for "${proxy}"; there are nginx and caddy.`);
  process.exit(2);
}
if (spawnSync(proxy, [proxy === "nginx" ? "-v" : "version"]).error) {
  console.error(`${proxy} isn't installed, so its sample was not tried. On Debian: apt-get install ${proxy}`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), "kassa-rolling-"));
const errorLog = path.join(folder, "error.log");
const embedded = await openEmbeddedDatabase({ dataDir: path.join(folder, "data"), purpose: "serve" });
const ports = { proxy: await freePort(), one: await freePort(), two: await freePort() };
const env = {
  DATABASE_URL: await databaseIn(embedded.connection)("rolling"),
  KASSA_SECRET_KEY: "a-secret-key-for-rolling-restarts-only",
  KASSA_PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
  KASSA_TRUSTED_PROXIES: "127.0.0.1",
  KASSA_RATE_LIMIT: "off",
  KASSA_DRAIN_MS: "3000",
};
const serve = (port: number): Promise<KassaProcess> => startServe({ ...env, PORT: String(port) });
let processes: { port: number; kassa: KassaProcess }[] = [];
let proxyProcess: ChildProcess | undefined;
let failed = 1;
try {
  const first = await serve(ports.one);
  processes = [
    { port: ports.one, kassa: first },
    { port: ports.two, kassa: await serve(ports.two) },
  ];
  const key = /ks_sandbox_\w+/.exec(first.printed())?.[0] ?? "";
  proxyProcess = startProxy(proxy);
  const url = `http://127.0.0.1:${ports.proxy}`;
  await until(
    () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    "the proxy answers",
    30_000,
  );
  failed = await askWhileRestarting(url, key);
  if (failed > 0) console.log(proxyFaults());
} finally {
  if (proxyProcess) {
    const ended = new Promise((resolve) => proxyProcess?.once("exit", resolve));
    proxyProcess.kill("SIGTERM");
    await ended;
  }
  await Promise.all(processes.map(({ kassa }) => kassa.end()));
  await embedded.stop();
  rmSync(folder, { recursive: true });
}
process.exit(failed === 0 ? 0 : 1);

/** Asks until both processes were restarted and as many requests as wanted were answered. Gives how many failed. */
async function askWhileRestarting(url: string, key: string): Promise<number> {
  const wanted = Number(values.requests);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const faults: string[] = [];
  let asked = 0;
  let restarts = 0;
  let restarting = true;
  const caller = async (): Promise<void> => {
    while (restarting || asked < wanted) {
      asked += 1;
      const fault = await create(url, key, agent);
      if (fault !== undefined) faults.push(`${new Date().toISOString()} ${fault}`);
      // Spread over the restarts, and faster when they are over.
      if (restarting) await sleep(20);
    }
  };
  const restart = async (): Promise<void> => {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const one of processes) {
        await one.kassa.end("SIGTERM");
        one.kassa = await serve(one.port);
        restarts += 1;
        // Caddy has to ask a process that is back before it asks the next one that stops.
        if (proxy === "caddy") await sleep(6_000);
      }
    }
    restarting = false;
  };
  await Promise.all([restart(), ...Array.from({ length: 16 }, caller)]);
  agent.destroy();
  console.log(`${proxy}: ${faults.length} of ${asked} requests failed during ${restarts} restarts`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length;
}

/** What the proxy logged, but for refused connections, after which it tried the other process. */
function proxyFaults(): string {
  const lines = readFileSync(errorLog, "utf8").split("\n");
  return lines.filter((line) => /error|warn|crit/.test(line) && !/refused/i.test(line)).join("\n");
}

/** Creates a session, a POST that no proxy may repeat. Why it failed, if it did. */
function create(url: string, key: string, agent: http.Agent): Promise<string | undefined> {
  const body = JSON.stringify({ amount: 100, currency: "EUR", successUrl: "https://shop.example/" });
  return new Promise((resolve) => {
    const request = http.request(
      `${url}/api/checkout/sessions`,
      {
        method: "POST",
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () =>
          resolve(answer.statusCode === 200 ? undefined : `${answer.statusCode} ${text.slice(0, 120)}`),
        );
        answer.on("error", (error) => resolve(error.message));
      },
    );
    request.on("error", (error) => resolve(error.message));
    request.setTimeout(15_000, () => request.destroy(new Error("no answer within 15 s")));
    request.end(body);
  });
}

/** Runs the proxy with its sample as it stands, but for names, ports and TLS. */
function startProxy(name: "nginx" | "caddy"): ChildProcess {
  const sample = readFileSync(
    path.join(import.meta.dirname, name === "nginx" ? "nginx.conf" : "Caddyfile"),
    "utf8",
  )
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${ports.one}`)
    .replaceAll("127.0.0.1:8081", `127.0.0.1:${ports.two}`);
  if (name === "caddy") {
    const file = path.join(folder, "Caddyfile");
    const local = sample.replace("pay.example.com {", `http://127.0.0.1:${ports.proxy} {`);
    writeFileSync(file, `{\n\tadmin off\n}\n${local}`);
    return spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
      stdio: ["ignore", "ignore", openSync(errorLog, "a")],
      env: { ...process.env, HOME: folder },
    });
  }
  const file = path.join(folder, "nginx.conf");
  const local = sample
    .replace("listen 443 ssl;", `listen 127.0.0.1:${ports.proxy};`)
    .replace(/^.*ssl_certificate.*\n/gm, "")
    .replace("server_name pay.example.com;", "server_name _;")
    .replaceAll("$host", `127.0.0.1:${ports.proxy}`);
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log ${errorLog};
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${local}}
`,
  );
  return spawn("nginx", ["-c", file, "-p", folder], { stdio: ["ignore", "ignore", "inherit"] });
}
