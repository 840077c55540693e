import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSvg, noZbar, readQrCode } from "../transfer-codes/test-support.ts";
import { renderPage } from "./render.ts";
import { sampleViews } from "./sample-views.ts";
import type { TransferPage } from "./view-model.ts";

function pageOf(change: Partial<TransferPage>, currency = "EUR"): string {
  const view = sampleViews("en").transfer;
  assert.ok(view?.state === "transfer");
  return renderPage({ ...view, order: { ...view.order, currency }, ...change }).html;
}

const codeIn = (page: string): string | undefined => /<svg class="qr".*?<\/svg>/s.exec(page)?.[0];

test("the transfer page has a code that names the account, the missing amount and the reference", (t) => {
  const code = codeIn(pageOf({ receivedMinor: 5_000 }));
  assert.ok(code !== undefined);
  assert.match(code, / role="img" aria-label="QR code for this transfer"/);
  const read = readQrCode(drawSvg(code));
  if (read === undefined) return t.diagnostic(noZbar);
  assert.equal(
    read,
    "BCD\n002\n1\nSCT\nTESTDE00XXX\nKassa Sandbox\nDE66000000000000000042\nEUR24.50\n\nRF2012345678",
  );
});

test("the details have the reference in groups to read, and without spaces to copy", () => {
  assert.match(pageOf({}), /data-copy="RF2012345678">RF20 1234 5678</);
  const view = sampleViews("en").transfer;
  assert.ok(view?.state === "transfer");
  const instructions = { ...view.instructions, reference: "INVOICE 12345678" };
  assert.match(pageOf({ instructions }), /data-copy="INVOICE 12345678">INVOICE 12345678</);
});

test("there is no code, and no text about one, for other currencies and for accounts outside SEPA", () => {
  const view = sampleViews("en").transfer;
  assert.ok(view?.state === "transfer");
  const abroad = { ...view.instructions, iban: "TR330006100519786457841326" };
  for (const page of [
    pageOf({}, "CHF"),
    pageOf({}, "USD"),
    pageOf({}, "JPY"),
    pageOf({ instructions: abroad }),
  ]) {
    assert.equal(codeIn(page), undefined);
    assert.doesNotMatch(page, /Scan this code/);
    assert.match(page, /<dt>IBAN<\/dt>/);
  }
});
