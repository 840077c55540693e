import type { CreditorReference } from "../entry.ts";
import { cleanReference, cleanText, readAccount, referenceType } from "../texts.ts";
import { type Information, noInformation } from "./information-parts.ts";

/** Names of fields. Only these begin a field, because slashes are common in texts. */
const fieldNames = [
  "TRTP",
  "TRCD",
  "EREF",
  "PREF",
  "IREF",
  "KREF",
  "RTRN",
  "RTRNCODE",
  "MARF",
  "CSID",
  "CNTP",
  "REMI",
  "PURP",
  "NAME",
  "IBAN",
  "BIC",
  "ORDP",
  "BENM",
  "ULTD",
  "ULTC",
  "ULTB",
  "SVCL",
  "ID",
  "ADDR",
  "ISDT",
  "CREF",
  "EXCH",
  "CHGS",
  "OCMT",
  "SUM",
  "OAMT",
] as const;
const field = new RegExp(`/(${fieldNames.join("|")})/`, "g");

/**
 * Reads fields with names between slashes, as Dutch and Belgian banks write them: /EREF/…/REMI/…, /TRTP/…/IBAN/…/NAME/….
 * Undefined if the text doesn't begin with one.
 */
export function readSlashFields(lines: readonly string[]): Information | undefined {
  // Banks break lines at a fixed width, also within names.
  const text = lines.join("");
  field.lastIndex = 0;
  if (field.exec(text)?.index !== 0) return undefined;
  const fields = splitFields(text);
  const counterparty = (fields.get("CNTP") ?? "").split("/");
  const { remittance, references } = readRemittance(fields.get("REMI") ?? null);
  const code = cleanReference(fields.get("RTRN") ?? fields.get("RTRNCODE"));
  return {
    ...noInformation,
    transactionCode: cleanReference(fields.get("TRCD")),
    bookingText: cleanText(fields.get("TRTP")),
    remittance,
    endToEndId: cleanReference(fields.get("EREF")),
    mandateId: cleanReference(fields.get("MARF")),
    creditorReferences: references,
    name: cleanText(fields.get("NAME") ?? counterparty[2]),
    account: readAccount(fields.get("IBAN") ?? counterparty[0]),
    ultimateDebtor: cleanText(fields.get("ULTD")?.split("/")[0]),
    purpose: cleanReference(fields.get("PURP")?.replace(/^CD\//, "")),
    returnReason: code === null ? null : { code, text: null },
  };
}

/** The first field of each name, without the slash that ends it. */
function splitFields(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const starts = [...text.matchAll(field)];
  // Neighbouring fields share a slash: "/ORDP//NAME/" has two, "/EREF/1/REMI/" one.
  starts.forEach((start, at) => {
    const end = starts[at + 1]?.index ?? text.length;
    const value = text.slice(start.index + start[0].length, end).replace(/\/+$/, "");
    const name = start[1] ?? "";
    if (value !== "" && !found.has(name)) found.set(name, value);
  });
  return found;
}

/** USTD//text, STRD/CUR/9001000000000001 or STRD/ISO/RF18…, or the text itself. */
function readRemittance(text: string | null): { remittance: string | null; references: CreditorReference[] } {
  const structured = /^STRD\/(CUR|ISO)?\/?(.+)$/.exec(text ?? "");
  const reference = cleanReference(structured?.[2]);
  if (reference !== null)
    return {
      remittance: null,
      references: [{ type: referenceType(reference, structured?.[1] ?? null), reference }],
    };
  return { remittance: cleanText(text?.replace(/^USTD\/+/, "")), references: [] };
}
