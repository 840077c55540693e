import assert from "node:assert/strict";
import { test } from "node:test";
import { attachmentNamed } from "./disposition.ts";

test("a plain name is sent in both forms", () => {
  assert.equal(
    attachmentNamed("receipt 1042.pdf"),
    `attachment; filename="receipt 1042.pdf"; filename*=UTF-8''receipt%201042.pdf`,
  );
});

test("no name can break out of its quotes or the header line", () => {
  const header = attachmentNamed("a\"; filename=evil.html\\%22é‮(1)*'.png");
  assert.match(header, /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/);
});
