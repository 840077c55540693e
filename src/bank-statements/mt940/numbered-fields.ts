import { cleanReference, cleanText, readAccount, referenceType } from "../texts.ts";
import { type Information, joinLines, noInformation } from "./information-parts.ts";

/** A field of remittance text holds 27 characters; a full one goes on in the next. */
const fullField = 27;

/** The names of German banks within the remittance text: EREF+…, SVWZ+…. */
const names = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|COAM|OAMT)\+/g;

/**
 * Reads numbered fields: a code of the transaction, a separator, and two digits before each field. 00 is the booking text, 20 to
 * 29 and 60 to 63 the remittance text, 30 and 31 bank and account, 32 and 33 the name, 38 the IBAN, 34 a return reason.
 * Undefined if the lines aren't of this form.
 */
export function readNumberedFields(lines: readonly string[]): Information | undefined {
  const text = lines.map((line) => line.trimEnd()).join("");
  const [, code = "", separator = ""] = /^(\d{3})?([?~<>^|!])\d{2}/.exec(text) ?? [];
  if (separator === "") return undefined;
  const fields = splitFields(text.slice(code.length), separator);
  const of = (tag: string): string | null => cleanText(fields.get(tag)?.join(""));
  const remittance = joinLines(
    [...fields].filter(([tag]) => /^(2\d|6[0-3])$/.test(tag)).flatMap(([, parts]) => parts),
    fullField,
  );
  const named = readNames(remittance);
  const reference = cleanReference(named.get("CREF"));
  const name = cleanText([fields.get("32")?.[0] ?? "", fields.get("33")?.[0] ?? ""].join(""));
  return {
    ...noInformation,
    transactionCode: code === "" ? null : code,
    bookingText: of("00"),
    remittance: named.get("SVWZ") ?? named.get("") ?? null,
    endToEndId: cleanReference(named.get("EREF")),
    mandateId: cleanReference(named.get("MREF")),
    creditorReferences: reference === null ? [] : [{ type: referenceType(reference, null), reference }],
    name,
    account: readAccount(of("38") ?? named.get("IBAN") ?? of("31")),
    ultimateDebtor: named.get("ABWA") ?? null,
    purpose: named.get("PURP") ?? null,
  };
}

/** The fields by their two digits, in the order of the text. */
function splitFields(text: string, separator: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const part of text.split(separator)) {
    const [, tag, value] = /^(\d{2})(.*)$/s.exec(part) ?? [];
    if (tag !== undefined && value !== undefined) fields.set(tag, [...(fields.get(tag) ?? []), value]);
    else appendToLast(fields, `${separator}${part}`, separator);
  }
  return fields;
}

/** A separator that no digits follow is part of the text before it. */
function appendToLast(fields: Map<string, string[]>, text: string, separator: string): void {
  const last = [...fields.values()].at(-1);
  if (last !== undefined && text !== separator) last[last.length - 1] += text;
}

/** The texts behind each name; what stands before the first has the name "". */
function readNames(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let name = "";
  let from = 0;
  const keep = (to: number): void => {
    const value = cleanText(text.slice(from, to));
    if (value !== null && !found.has(name)) found.set(name, value);
  };
  for (const match of text.matchAll(names)) {
    keep(match.index);
    name = match[1] ?? "";
    from = match.index + match[0].length;
  }
  keep(text.length);
  return found;
}
