import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import autocannon from "autocannon";

/** Requests of one kind, which one process sends over keep-alive connections as fast as they are answered. */
export type Load = {
  readonly url: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly connections: number;
  readonly seconds: number;
  readonly body?: string;
  /** API keys, used in turn; none for the payment page and the bare server. */
  readonly keys?: readonly string[];
  /** Whether each request has an Idempotency-Key of its own. */
  readonly freshKeys?: boolean;
  /** The header Accept-Encoding; none by default. */
  readonly acceptEncoding?: string;
};

export type Measured = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

/** wrk if it is installed, because it uses little CPU; autocannon otherwise. */
export const generator = spawnSync("wrk", ["--version"]).error ? "autocannon" : "wrk";

/** Sends the load. @throws if an answer isn't a 2xx */
export function measure(load: Load): Promise<Measured> {
  return generator === "wrk" ? withWrk(load) : withAutocannon(load);
}

async function withWrk(load: Load): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-bench-"));
  try {
    const script = path.join(folder, "load.lua");
    writeFileSync(script, wrkScript(load));
    const output = await run("wrk", [
      "-t1",
      `-c${load.connections}`,
      `-d${load.seconds}s`,
      "-s",
      script,
      load.url + load.path,
    ]);
    const figures = /RESULT (\S+) (\S+) (\S+) (\d+)/.exec(output);
    if (!figures) throw new Error(`the output of wrk can't be parsed:\n${output}`);
    if (Number(figures[4]) > 0) throw new Error(`${figures[4]} answers of ${load.path} were errors`);
    return { perSecond: Number(figures[1]), p50Ms: Number(figures[2]), p99Ms: Number(figures[3]) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Builds the requests once and sends them in turn; only requests with an Idempotency-Key are built each time. The key has a letter
 * in it: of keys of digits alone, one in ten passes the check digit of card numbers, and Kassa refuses it.
 */
function wrkScript(load: Load): string {
  const keys = load.keys?.length ? load.keys : [""];
  return `
local keys = { ${keys.map((key) => JSON.stringify(key)).join(", ")} }
local requests, turn, fresh = {}, 0, 0
math.randomseed(os.time())
local run = tostring(math.random(1, 1e9))
wrk.method = ${JSON.stringify(load.method)}
${load.body === undefined ? "" : `wrk.body = ${JSON.stringify(load.body)}; wrk.headers["Content-Type"] = "application/json"`}
local function make(key)
  local headers = {}
  for name, value in pairs(wrk.headers) do headers[name] = value end
  if key ~= "" then headers["Authorization"] = "Bearer " .. key end
  ${load.acceptEncoding === undefined ? "" : `headers["Accept-Encoding"] = ${JSON.stringify(load.acceptEncoding)}`}
  ${load.freshKeys ? 'fresh = fresh + 1; headers["Idempotency-Key"] = run .. "k" .. fresh' : ""}
  return wrk.format(nil, nil, headers)
end
function init() for index, key in ipairs(keys) do requests[index] = make(key) end end
function request()
  turn = turn % #keys + 1
  return ${load.freshKeys ? "make(keys[turn])" : "requests[turn]"}
end
function done(summary, latency)
  local errors = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  print(string.format("RESULT %.1f %.3f %.3f %d", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors))
end`;
}

async function withAutocannon(load: Load): Promise<Measured> {
  const keys = load.keys?.length ? load.keys : [undefined];
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    idReplacement: load.freshKeys === true,
    requests: keys.map((key) => ({
      method: load.method,
      path: load.path,
      ...(load.body === undefined ? {} : { body: load.body }),
      headers: {
        ...(load.body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(load.freshKeys ? { "idempotency-key": "[<id>]" } : {}),
        ...(load.acceptEncoding === undefined ? {} : { "accept-encoding": load.acceptEncoding }),
      },
    })),
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} answers of ${load.path} were errors`);
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** Runs a program and returns its output. */
export function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}:\n${output}`)),
    );
  });
}
