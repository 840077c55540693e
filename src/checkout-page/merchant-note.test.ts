import assert from "node:assert/strict";
import { test } from "node:test";
import { findNote } from "./merchant-note.ts";

const note = (text: string) => ({ submitNote: text, paidNote: null });

test("a sentence is found in the page's language, its base language, then the merchant's own", () => {
  const texts = { "pt-BR": note("Brasil"), pt: note("Portugal"), de: note("Deutsch") };
  const own = { texts, defaultLocale: "de" };
  assert.deepEqual(findNote(own, "submitNote", "pt-BR"), { text: "Brasil", locale: "pt-BR" });
  assert.deepEqual(findNote({ ...own, texts: { pt: texts.pt, de: texts.de } }, "submitNote", "pt-BR"), {
    text: "Portugal",
    locale: "pt",
  });
  assert.deepEqual(findNote(own, "submitNote", "fr"), { text: "Deutsch", locale: "de" });
  assert.equal(findNote({ ...own, defaultLocale: null }, "submitNote", "fr"), undefined);
  assert.equal(findNote(own, "paidNote", "de"), undefined);
});
