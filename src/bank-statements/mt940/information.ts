import { cleanText } from "../texts.ts";
import { type Information, joinLines, noInformation } from "./information-parts.ts";
import { readNumberedFields } from "./numbered-fields.ts";
import { readSlashFields } from "./slash-fields.ts";

/**
 * Reads a :86: in the forms in use: numbered fields (Germany, Austria, Poland: 166?00…?20…), fields with names between slashes
 * (the Netherlands, Belgium: /EREF/…/REMI/…), and plain text.
 */
export function readInformation(lines: readonly string[]): Information {
  if (lines.length === 0) return noInformation;
  return (
    readNumberedFields(lines) ??
    readSlashFields(lines) ?? { ...noInformation, remittance: cleanText(joinLines(lines)) }
  );
}
