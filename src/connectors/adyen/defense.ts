import type { EvidenceRequest } from "../disputes.ts";
import { toText, wordsOf } from "../evidence-text.ts";
import { toPdf, unwritableIn } from "./text-pdf.ts";
import type { WireDefenseReasons } from "./wire.ts";

type WireReason = NonNullable<WireDefenseReasons["defenseReasons"]>[number];

/** As Adyen takes it, without its type. `content` is Base64. */
export type Document = { readonly contentType: string; readonly content: string };

export type Defense = {
  readonly reason: string;
  readonly documents: readonly (Document & { readonly defenseDocumentTypeCode: string })[];
};

export type Refused = { readonly kind: "refused"; readonly detail: string };
const refused = (detail: string): Refused => ({ kind: "refused", detail });

/** Bytes. Kassa takes no file of more than 5 MB, so the limit of pictures, 10 MB, is never reached. */
const pdfMaxBytes = 2_000_000;

/** The evidence as Adyen takes it: all texts in one PDF, then the files. */
export function documentsOf({
  texts,
  files,
}: Pick<EvidenceRequest, "texts" | "files">): Document[] | Refused {
  const unwritable = Object.entries(texts).find(([, text]) => unwritableIn(text) !== undefined);
  if (unwritable)
    return refused(
      `Adyen takes documents, and Kassa can't write ${unwritableIn(unwritable[1])} of "${wordsOf(unwritable[0])}" into one. Upload the text as a PDF file`,
    );
  for (const { name, mediaType, content } of files) {
    if (mediaType !== "application/pdf" && mediaType !== "image/jpeg")
      return refused(`Adyen takes PDF and JPEG files. Upload ${name} as one of these`);
    if (mediaType === "application/pdf" && content.length > pdfMaxBytes)
      return refused(`Adyen takes PDF files of at most 2 MB. ${name} is larger`);
  }
  const text = toText(texts);
  const all = text === "" ? files : [{ mediaType: "application/pdf", content: toPdf(text) }, ...files];
  return all.map(({ mediaType, content }) => ({
    contentType: mediaType,
    content: content.toString("base64"),
  }));
}

/** What a text of the evidence speaks for, by the words of Adyen's codes. The more particular texts come first. */
const signs: readonly (readonly [RegExp, RegExp])[] = [
  [/^duplicate/, /duplicate/i],
  [/^refund/, /credit|refund/i],
  [/^cancellation/, /cancel/i],
  [/^(?:shipping|service|accessActivity)/, /goods|services|provided|deliver/i],
];

/** Reasons to which any document may be supplied. */
const isGeneric = (reason: WireReason): boolean =>
  /DefenseMaterial/i.test(reason.defenseReasonCode) ||
  typesOf(reason).some((type) => /DefenseMaterial/i.test(type.defenseDocumentTypeCode));

/**
 * Which reason to defend the evidence speaks for, and which document is supplied as what. Adyen's reasons depend on the scheme and on
 * the dispute's reason, and it publishes no list of them. So a reason is chosen only if the evidence points to it, if it takes
 * any material, or if it is the only one.
 */
export function chooseDefense(
  { defenseReasons }: WireDefenseReasons,
  texts: EvidenceRequest["texts"],
  documents: readonly Document[],
): Defense | Refused {
  const usable = (defenseReasons ?? []).filter((reason) => typesOf(reason).length > 0);
  const [only, other] = usable;
  if (!only) return refused("Adyen knows no reason to defend this dispute for which evidence can be given");
  const reason = pointedTo(usable, texts) ?? usable.find(isGeneric) ?? (other ? undefined : only);
  if (!reason)
    return refused(
      `The evidence points to none of the reasons that Adyen takes: ${usable.map(({ defenseReasonCode }) => defenseReasonCode).join(", ")}. Defend the dispute in the Customer Area`,
    );
  return assign(reason, documents);
}

function pointedTo(reasons: readonly WireReason[], texts: EvidenceRequest["texts"]): WireReason | undefined {
  const codes = signs
    .filter(([names]) => Object.keys(texts).some((name) => names.test(name)))
    .map(([, words]) => reasons.find(({ defenseReasonCode }) => words.test(defenseReasonCode)));
  return codes.find((reason) => reason !== undefined);
}

const levels = ["Required", "AlternativeRequired", "OneOrMore", "Optional"];
const rankOf = (level: string): number => (levels.indexOf(level) + levels.length + 1) % (levels.length + 1);

/** The types of a reason, the most necessary first. A generic document replaces all others. */
function typesOf({ defenseDocumentTypes }: WireReason) {
  const types = defenseDocumentTypes ?? [];
  const hasGeneric = types.some((type) => type.requirementLevel === "AlternativeRequired");
  return types
    .map((type) => ({
      ...type,
      isRequired: type.requirementLevel === (hasGeneric ? "AlternativeRequired" : "Required"),
    }))
    .toSorted(
      (one, other) =>
        Number(other.isRequired) - Number(one.isRequired) ||
        rankOf(one.requirementLevel) - rankOf(other.requirementLevel),
    );
}

/** One document a type. Types that are required beyond the documents get the last document once more: it has what there is. */
function assign(reason: WireReason, documents: readonly Document[]): Defense | Refused {
  const types = typesOf(reason);
  if (documents.length > types.length) {
    const most = types.length === 1 ? "one document" : `${types.length} documents`;
    const code = reason.defenseReasonCode;
    return refused(`Adyen takes at most ${most} for ${code}; the texts are one. Put all pages into one PDF`);
  }
  return {
    reason: reason.defenseReasonCode,
    documents: types.flatMap(({ defenseDocumentTypeCode, isRequired }, index) => {
      const document = documents[index] ?? (isRequired ? documents.at(-1) : undefined);
      return document ? [{ ...document, defenseDocumentTypeCode }] : [];
    }),
  };
}
