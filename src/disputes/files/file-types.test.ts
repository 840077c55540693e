import assert from "node:assert/strict";
import { test } from "node:test";
import { fileTypeOf, fileTypes } from "./file-types.ts";

const files = {
  "application/pdf": Buffer.from("%PDF-1.7\n"),
  "image/png": Buffer.from("89504e470d0a1a0a0000000d", "hex"),
  "image/jpeg": Buffer.from("ffd8ffe000104a464946", "hex"),
};

test("each kind is known by its first bytes and taken for no other", () => {
  for (const type of fileTypes) assert.equal(fileTypeOf(files[type]), type);
});

test("a page of HTML, an empty file and the beginning of a beginning are none of them", () => {
  for (const content of ["<script>alert(1)</script>", "", "%PD", " %PDF-1.7"])
    assert.equal(fileTypeOf(Buffer.from(content)), undefined, content);
});
