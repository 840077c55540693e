import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

/** A cell as openpyxl reads it. The type is "n" for a number or an empty cell, "s" for a text, "d" for a time, and "f" for a formula. */
export type XlsxCell = readonly [type: string, value: string | number | null, numberFormat: string];
export type XlsxSheet = { readonly title: string; readonly rows: readonly (readonly XlsxCell[])[] };

/** Reads an XLSX file with the Python package openpyxl; undefined if this machine's Python doesn't have it. */
export function readXlsx(content: Uint8Array): XlsxSheet[] | undefined {
  const python = process.env.KASSA_PYTHON ?? "python3";
  if (spawnSync(python, ["-c", "import openpyxl"]).status !== 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-xlsx-"));
  try {
    const file = path.join(folder, "file.xlsx");
    writeFileSync(file, content);
    const script = path.join(import.meta.dirname, "read_xlsx.py");
    const { status, stdout, stderr } = spawnSync(python, [script, file], { maxBuffer: 64 * 1024 * 1024 });
    assert.equal(status, 0, `openpyxl can't read the file: ${stderr}`);
    return JSON.parse(stdout.toString());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a test says that checked everything but the file itself, because another program has to read it. */
export const noOpenpyxl =
  "not run: no Python with openpyxl (Debian: apt-get install python3-openpyxl; or name a Python that has it in KASSA_PYTHON)";
