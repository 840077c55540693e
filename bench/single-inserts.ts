import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { run } from "./load.ts";

/**
 * The other limit for the create call: one INSERT per commit into the same table on 32 connections, without HTTP or the lane. pgbench
 * sends them if it is installed, this process otherwise. Ids begin with the time, like Kassa's.
 */
const insert = `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
  VALUES (1, 'cs_sandbox_0000001' || to_char(extract(epoch FROM clock_timestamp()) * 1000000, 'FM0000000000000000') || substr(md5(random()::text), 1, 22),
    'sandbox', 2599, 'EUR', '{"successUrl":"https://shop.example/thanks","cancelUrl":"https://shop.example/cart","locale":"auto"}', now(), now() + interval '1 day')
  ON CONFLICT DO NOTHING`;

export const inserter = spawnSync("pgbench", ["--version"]).error ? "node-postgres" : "pgbench";

/** Commits a second. */
export function measureSingleInserts(databaseUrl: string, seconds: number): Promise<number> {
  return inserter === "pgbench" ? withPgbench(databaseUrl, seconds) : withPool(databaseUrl, seconds);
}

async function withPgbench(databaseUrl: string, seconds: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-bench-"));
  try {
    const script = path.join(folder, "insert.sql");
    writeFileSync(script, `${insert.replaceAll("\n", " ")};\n`);
    const output = await run("pgbench", [
      "-n",
      "-M",
      "prepared",
      "-c",
      "32",
      "-j",
      "1",
      "-T",
      String(seconds),
      "-f",
      script,
      databaseUrl,
    ]);
    return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function withPool(databaseUrl: string, seconds: number): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: 32 });
  const endsAt = performance.now() + seconds * 1000;
  let commits = 0;
  const insertUntilTheEnd = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await pool.query({ name: "insert", text: insert });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, insertUntilTheEnd));
  await pool.end();
  return commits / seconds;
}
