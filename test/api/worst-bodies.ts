import type { JsonBody } from "../support/app.ts";

/** The largest body that the API accepts. */
export const bodyBytes = 64 * 1024;

export type WorstBody = { readonly name: string; readonly type: string; readonly content: string | Buffer };

/** A JSON schema. */
type Schema = JsonBody;

/** A text repeated until it fills a body, with some room for the fields around it. */
const fill = (piece: string, bytes = bodyBytes - 1_000): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

/** The members of a list or an object, joined; `at` returns the member at an index. */
function members(at: (index: number) => string, bytes = bodyBytes - 1_000): string {
  const parts: string[] = [];
  for (let size = 0; size < bytes; ) {
    const part = at(parts.length);
    size += Buffer.byteLength(part) + 1;
    if (size < bytes) parts.push(part);
  }
  return parts.join(",");
}

const list = (at: (index: number) => string): string => `[${members(at)}]`;
const object = (at: (index: number) => string): string => `{${members(at)}}`;

/** Texts on which a search, a check or a pattern could take more than linear time. */
const texts: Readonly<Record<string, string>> = {
  "one letter": fill("k"),
  "groups of one digit": fill("4 "),
  "card numbers": fill("4242424242424242 "),
  digits: fill("4242"),
  "digits of another alphabet": fill("\u{1d7ff}"),
  "digits and hyphens": fill("4-2-"),
  "hexadecimal words": fill("507f1f77bcf86cd799439011 "),
  "unicode escapes": fill("\\u0041"),
  "escaped quotes": fill('\\"'),
  "forbidden characters": fill("\\u202e"),
  "halves of surrogate pairs": fill("\\ud83d"),
  emojis: fill("😀"),
  "accented letters": fill("é"),
  ats: fill("a@"),
  "an address of labels": `https://${fill("a.")}`,
  "an address of dashes": `https://a${fill("-")}`,
  "escaped control characters": fill("%0"),
  "language tags": fill("de-x-"),
  "phone number": `+${fill("1 (")}`,
  "an ISO duration": `P${fill("1D")}`,
};

/** JSON values that are large in different ways. */
const values: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `"${text}"`])),
  "many numbers": list((index) => String(index)),
  "one number many times": list(() => "1"),
  "many fractions": list(() => "1.5"),
  "many texts": list((index) => `"${index}"`),
  "many empty objects": list(() => "{}"),
  "many empty lists": list(() => "[]"),
  "many objects with unknown fields": list((index) => `{"a${index}":1,"b":1.5}`),
  "many objects with a wrong field": list(() => '{"name":1,"quantity":1.5,"unitAmount":"1","imageUrl":[]}'),
  "many short names": object((index) => `"${index.toString(36)}":1`),
  "many long names": object((index) => `"${String(index).padEnd(200, "k")}":1`),
  "many escaped names": object((index) => `"${index}${"\\u0007".repeat(190)}":1`),
  "many fractions by name": object((index) => `"${index}":1e9`),
  "lists in lists": `${"[".repeat(6)}${members(() => "[[],[]]")}${"]".repeat(6)}`,
  "a long number": fill("9"),
  "a long fraction": `0.${fill("9")}`,
  "a long exponent": `1e${fill("9")}`,
};

const longName = "k".repeat(20_000);
const longNames = "k".repeat(200);

/** Whole documents, for any operation. */
const documents: Readonly<Record<string, string>> = {
  "20,000 letters as names of two levels": `{"${longName}":{"${longName}":[${Array(600).fill("1.5")}]}}`,
  "5,000 fractions under long names": `{"${longNames}":{"${longNames}":[${Array(5_000).fill("1.5")}]}}`,
  spaces: fill(" ", bodyBytes),
  lines: `${fill("\n")}{"a":`,
  "an unfinished text": `{"a":"${fill("k")}`,
  "opening brackets": fill("[", bodyBytes),
  "opening braces": fill('{"a":', bodyBytes),
  "a name twice at the end": `{${members((index) => `"${index}":1`, bodyBytes - 2_000)},"0":1}`,
  "a long name twice": `{"${"k".repeat(30_000)}":1,"${"k".repeat(30_000)}":1}`,
  "no JSON at all": fill("amount=1&"),
  "zero bytes": fill("\0"),
  ...values,
};

/** Bodies for parsers other than JSON's: forms, reports, pictures and files. */
export const otherBodies: readonly WorstBody[] = [
  ...Object.entries({
    "many parameters": fill("a=1&", 16_000),
    "many different parameters": Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join("&"),
    "escapes that can't be decoded": `number=${fill("%zz", 16_000)}`,
    "a card number of 16 KB": `token=x&number=${fill("4", 16_000)}`,
    "groups of one digit": `token=x&number=${fill("4+", 16_000)}`,
    "an IBAN of 16 KB": `token=x&method=bank_debit&iban=${fill("DE", 16_000)}`,
    "a form of nearly 64 KiB": `token=${fill("a+")}`,
  }).map(([name, content]) => ({ name, type: "application/x-www-form-urlencoded", content })),
  ...["application/csp-report", "application/reports+json"].flatMap((type) =>
    Object.entries({
      "many reports": `[${members(
        () =>
          '{"type":"csp-violation","body":{"documentURL":"https://a.example/pay/x","effectiveDirective":"script-src","blockedURL":"https://b.example/"}}',
        31_000,
      )}]`,
      "a report with long texts": `{"csp-report":{"document-uri":"${fill("https://a.", 15_000)}","violated-directive":"${fill("script-src ", 15_000)}"}}`,
      "many empty reports": `[${members(() => "{}", 31_000)}]`,
    }).map(([name, content]) => ({ name, type, content })),
  ),
  ...Object.entries({
    "image/svg+xml": [
      `<svg xmlns="http://www.w3.org/2000/svg">${fill("<g>")}`,
      `<svg xmlns="http://www.w3.org/2000/svg" ${fill('a="1" ')}/>`,
      `<svg ${fill(" ")}`,
      `<svg><style>${fill("u\\72l(")}</style></svg>`,
      `<svg>${fill("<!--")}</svg>`,
      `<svg>${fill("&lt;")}</svg>`,
      `<!DOCTYPE svg [${fill('<!ENTITY a "b">')}]><svg/>`,
    ],
    "image/png": [Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(bodyBytes - 8)])],
    "image/jpeg": [Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(bodyBytes - 2, 0xff)])],
    "image/webp": [Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), Buffer.alloc(bodyBytes - 12, 0x56)])],
    "application/pdf": [`%PDF-1.7\n${fill("1 0 obj ")}`],
  }).flatMap(([type, contents]) =>
    contents.map((content, index) => ({ name: `${type} ${index + 1}`, type, content })),
  ),
];

/** Each place gets every third value, and its neighbours the others, so that the test stays short. */
const placesApart = 3;

/** JSON bodies for an operation: whole documents, and values in every place of its schema. */
export function worstBodies(schema: Schema): WorstBody[] {
  const bodies = Object.entries(documents).map(([name, content]) => ({ name, content }));
  const example = exampleOf(schema ?? {});
  for (const [place, path] of (schema ? pathsOf(schema) : []).entries()) {
    // At the place of the whole document each value is among the documents already.
    if (path.length === 0) continue;
    for (const [index, [name, value]] of Object.entries(values).entries()) {
      if ((index + place) % placesApart !== 0) continue;
      const content = JSON.stringify(withValue(example, path, "HERE")).replace('"HERE"', () => value);
      bodies.push({ name: `${name} at /${path.join("/")}`, content });
    }
  }
  return bodies.map((body) => ({ type: "application/json", ...body }));
}

/** The places of a schema that take a value; of lists and maps the first member. */
export function pathsOf(schema: Schema, path: readonly string[] = []): string[][] {
  const below = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) =>
    pathsOf(member, [...path, name]),
  );
  const others = [schema.items, ...Object.values<Schema>(schema.patternProperties ?? {})].filter(Boolean);
  const inChoices = (schema.anyOf ?? []).flatMap((branch: Schema) => pathsOf(branch, path).slice(1));
  return [[...path], ...below, ...others.flatMap((other) => pathsOf(other, [...path, "0"])), ...inChoices];
}

/** A value for each required field, valid or not. */
export function exampleOf(schema: Schema): JsonBody {
  const fields = Object.entries<Schema>(schema.properties ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, { type }]) => {
      if (!schema.required?.includes(name)) return [];
      return [[name, type === "integer" ? 1 : "EUR"]];
    }),
  );
}

export function withValue(base: JsonBody, [name, ...rest]: readonly string[], value: unknown): JsonBody {
  if (name === undefined) return value;
  return { ...base, [name]: withValue({}, rest, value) };
}
