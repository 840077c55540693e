import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseDefense, documentsOf } from "./defense.ts";

const document = (content: string) => ({ contentType: "application/pdf", content });

/** Reasons by their codes, each with its types of documents and how necessary they are. */
const reasonsOf = (reasons: Readonly<Record<string, Readonly<Record<string, string>>>>) => ({
  disputeServiceResult: { success: true },
  defenseReasons: Object.entries(reasons).map(([defenseReasonCode, types]) => ({
    defenseReasonCode,
    defenseDocumentTypes: Object.entries(types).map(([defenseDocumentTypeCode, requirementLevel]) => ({
      defenseDocumentTypeCode,
      requirementLevel,
    })),
  })),
});

const mastercard = reasonsOf({
  CancellationOrReturns: { CancellationNeverAccepted: "Required" },
  CreditOrCancellationPolicyProperlyDisclosed: { DisclosureAtPointOfInteraction: "Required" },
  GoodsOrServicesProvided: { TIDorInvoice: "Optional", ProofOfDelivery: "Required", Receipt: "Required" },
});

const chosen = (
  reasons: ReturnType<typeof reasonsOf>,
  texts: Readonly<Record<string, string>>,
  documents = [document("text")],
) => {
  const found = chooseDefense(reasons, texts, documents);
  if ("kind" in found) return found.detail;
  const supplied = found.documents.map(
    ({ defenseDocumentTypeCode, content }) => `${defenseDocumentTypeCode}: ${content}`,
  );
  return [found.reason, ...supplied];
};

test("the evidence points to the reason, and each required type gets a document", () => {
  assert.deepEqual(chosen(mastercard, { cancellationRebuttal: "never" }), [
    "CancellationOrReturns",
    "CancellationNeverAccepted: text",
  ]);
  assert.deepEqual(chosen(mastercard, { refundPolicy: "as shown", shippingCarrier: "DHL" }), [
    "CreditOrCancellationPolicyProperlyDisclosed",
    "DisclosureAtPointOfInteraction: text",
  ]);
  assert.deepEqual(chosen(mastercard, { shippingCarrier: "DHL" }), [
    "GoodsOrServicesProvided",
    "ProofOfDelivery: text",
    "Receipt: text",
  ]);
  const three = ["text", "photo", "invoice"].map(document);
  assert.deepEqual(chosen(mastercard, { shippingCarrier: "DHL" }, three), [
    "GoodsOrServicesProvided",
    "ProofOfDelivery: text",
    "Receipt: photo",
    "TIDorInvoice: invoice",
  ]);
});

test("evidence that points to nothing takes the reason that takes any material, or the only one", () => {
  const generic = reasonsOf({ A: { B: "Required" }, SupplyDefenseMaterial: { DefenseMaterial: "Required" } });
  assert.deepEqual(chosen(generic, { uncategorizedText: "." }), [
    "SupplyDefenseMaterial",
    "DefenseMaterial: text",
  ]);
  const only = reasonsOf({ NoDocuments: {}, A: { B: "Optional", C: "OneOrMore" } });
  assert.deepEqual(chosen(only, { uncategorizedText: "." }), ["A", "C: text"]);
  const replaced = reasonsOf({ A: { B: "Required", Generic: "AlternativeRequired" } });
  assert.deepEqual(chosen(replaced, {}), ["A", "Generic: text"]);
});

test("a defence that can't be made is refused in words that say what to do", () => {
  assert.match(
    String(chosen(mastercard, { uncategorizedText: "." })),
    /points to none.*CancellationOrReturns.*Customer Area/,
  );
  assert.match(String(chosen(reasonsOf({}), {})), /knows no reason to defend/);
  const two = ["text", "photo"].map(document);
  assert.match(
    String(chosen(mastercard, { cancellationPolicy: "." }, two)),
    /at most one document.*into one PDF/,
  );
  const file = (name: string, mediaType: string, size: number) => ({
    ...{ name, mediaType },
    content: Buffer.alloc(size),
  });
  const detailOf = (texts: Readonly<Record<string, string>>, files: ReturnType<typeof file>[] = []) => {
    const made = documentsOf({ texts, files });
    return "kind" in made ? made.detail : made.map(({ contentType }) => contentType).join();
  };
  assert.match(detailOf({ customerName: "日本" }), /can't write 日 of "Customer name".*PDF/);
  assert.match(detailOf({}, [file("a.png", "image/png", 1)]), /PDF and JPEG files.*a\.png/);
  assert.match(detailOf({}, [file("a.pdf", "application/pdf", 2_000_001)]), /at most 2 MB. a\.pdf/);
  const files = [file("a.pdf", "application/pdf", 2_000_000), file("b.jpg", "image/jpeg", 3_000_000)];
  assert.equal(detailOf({ customerName: "Ada" }, files), "application/pdf,application/pdf,image/jpeg");
});
