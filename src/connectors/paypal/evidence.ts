import type { EvidenceRequest } from "../disputes.ts";
import { toText } from "../evidence-text.ts";
import type { Multipart } from "./client.ts";

/** PayPal's limit of the notes of one evidence. */
const notesLength = 2_000;

type Evidence = { readonly evidence_type: "OTHER"; readonly notes?: string };

/**
 * The texts as notes, each after its name, in as many evidences as they need. They are of the kind `OTHER`: PayPal takes most other kinds
 * only with certain fields or for certain disputes.
 */
export function evidencesOf(texts: EvidenceRequest["texts"]): readonly Evidence[] {
  const whole = toText(texts);
  if (whole === "") return [{ evidence_type: "OTHER" }];
  return partsOf(whole).map((notes) => ({ evidence_type: "OTHER", notes }));
}

/** No character is cut in two. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const character of text) {
    if (part.length + character.length > notesLength) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

/** A body whose part `input` is JSON; the others are the files. @param key makes the boundary, so that a repeated request is the same */
export function toMultipart(input: object, files: EvidenceRequest["files"], key: string): Multipart {
  const boundary = `kassa-${key.replaceAll(/[^0-9A-Za-z]/g, "")}`;
  const part = (head: string, type: string, content: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from("\r\n"),
    ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([
      part('name="input"', "application/json", Buffer.from(JSON.stringify(input))),
      ...files.map(({ name, mediaType, content }, index) =>
        part(`name="file${index + 1}"; filename="${fileName(name, index)}"`, mediaType, content),
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}

/** PayPal takes letters, digits and hyphens, and one dot. Files may have equal names after that, so each has its number. */
function fileName(name: string, index: number): string {
  const [, base = name, extension = "bin"] = /^(.*)\.([A-Za-z]+)$/.exec(name) ?? [];
  return `${index + 1}-${base.replaceAll(/[^0-9A-Za-z-]+/g, "-").slice(0, 100)}.${extension}`;
}
