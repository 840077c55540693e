import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { toPdf, unwritableIn } from "./text-pdf.ts";

const noPoppler =
  spawnSync("pdftotext", ["-v"]).error === undefined
    ? false
    : "not run: pdftotext isn't installed (Debian: apt-get install poppler-utils)";

/** What another program reads in a PDF: its text, page by page. */
function read(pdf: Buffer): { readonly text: string; readonly pages: number } {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-pdf-"));
  try {
    const file = path.join(folder, "evidence.pdf");
    writeFileSync(file, pdf);
    const run = (program: string, ...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
      assert.deepEqual([status, stderr], [0, ""], `${program} complains of nothing`);
      return stdout;
    };
    const text = run("pdftotext", "-layout", "-enc", "UTF-8", file, "-");
    return { text, pages: Number(/^Pages:\s+(\d+)$/m.exec(run("pdfinfo", file))?.[1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

test("another program reads the text in the PDF, with the letters of Western Europe", {
  skip: noPoppler,
}, () => {
  const text = "Customer name: Zoë Ærø-Müller\n\nShipping carrier: DHL (\\ \u201eExpress\u201c) – 12,50 €";
  const { text: found, pages } = read(toPdf(text));
  assert.deepEqual([words(found), pages], [words(text), 1]);
});

test("a long text is on several pages, and nothing of it is lost", { skip: noPoppler }, () => {
  const lines = Array.from(
    { length: 300 },
    (_, line) => `line ${line} ${"of the log of sign-ins ".repeat(line % 9)}`,
  );
  const text = `${lines.join("\n")}\n${"x".repeat(200)}`;
  const { text: found, pages } = read(toPdf(text));
  assert.ok(pages > 5, `${pages} pages`);
  assert.equal(words(found).join(""), words(text).join(""));
});

test("characters that the document can't have are named, combined ones are written", () => {
  assert.equal(unwritableIn("Ünïcode is fine: €, “quotes”, a\ttab\r\nand lines"), undefined);
  assert.equal(unwritableIn("e\u0301"), undefined);
  assert.deepEqual(["ok 日本", "\u0081", "Ω"].map(unwritableIn), ["日", "\u0081", "Ω"]);
});

test("the same text is the same file", () => {
  assert.deepEqual(toPdf("once"), toPdf("once"));
  assert.equal(toPdf("").subarray(0, 8).toString(), "%PDF-1.4");
});
