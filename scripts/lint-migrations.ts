/**
 * Checks migrations for statements that block a busy database; part of `npm run check`. The first three made the schema of an
 * empty database.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { lintMigrations } from "./migration-rules.ts";

const folder = path.resolve(import.meta.dirname, "../migrations");
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .slice(3)
  .map((file) => ({ file, sql: readFileSync(path.join(folder, file), "utf8") }));
const findings = lintMigrations(files);
for (const { file, line, rule, message } of findings)
  console.error(`migrations/${file}:${line} [${rule}] ${message}`);
if (findings.length > 0) process.exitCode = 1;
