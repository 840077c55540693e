import assert from "node:assert/strict";
import { test } from "node:test";
import { fileTypeOf, fileTypes } from "./file-types.ts";

const files = {
  "application/pdf": Buffer.from("%PDF-1.7\n"),
  "image/png": Buffer.from("89504e470d0a1a0a0000000d", "hex"),
  "image/jpeg": Buffer.from("ffd8ffe000104a464946", "hex"),
};

test("each file type is recognised by its first bytes", () => {
  for (const type of fileTypes) assert.equal(fileTypeOf(files[type]), type);
});

test("HTML, an empty file, an incomplete signature and a shifted one are not recognised", () => {
  for (const content of ["<script>alert(1)</script>", "", "%PD", " %PDF-1.7"])
    assert.equal(fileTypeOf(Buffer.from(content)), undefined, content);
});
