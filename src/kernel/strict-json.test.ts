import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type JsonFault,
  type JsonObject,
  type JsonValue,
  NumberLexeme,
  parseStrictJson,
} from "./strict-json.ts";

const DEEP = { maxDepth: 200 };

function read(text: string): JsonValue {
  const result = parseStrictJson(text, DEEP);
  assert.ok(result.ok, `${text} was refused`);
  return result.value;
}

function faultOf(text: string): JsonFault {
  const result = parseStrictJson(text);
  assert.ok(!result.ok, `${text} was accepted`);
  return result;
}

/** The value that JSON.parse returns for the same text: every number as a double. */
function rounded(value: JsonValue): unknown {
  if (value instanceof NumberLexeme) return Number(value.raw);
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}

test("parses a body as JSON.parse does", () => {
  const text =
    ' {"amount":2599 ,\t"currency":"EUR",\r\n"lineItems":[{"name":"Shoes \\u00e9\\n","quantity":1}],"a":[ ],"b":{ }} ';
  assert.deepEqual(read(text), JSON.parse(text));
  assert.deepEqual(read("[true,false,null,-7,0]"), [true, false, null, -7, 0]);
  assert.equal(read('""'), "");
});

test("parses plain safe integers to numbers, and keeps the text of all others", () => {
  for (const raw of ["0", "7", "-7", "2599", "9007199254740991", "-9007199254740991", "1000000000000000"]) {
    assert.equal(read(raw), Number(raw), raw);
  }
  const kept = ["-0", "1.0", "25.99", "1e2", "1E+2", "1e-2", "0.0", "0e0", "-1.5", "9007199254740992"];
  kept.push("9007199254740993", "-9007199254740992", "99999999999999999999", "1e999", "123456789012345.0");
  for (const raw of kept) {
    const value = read(raw);
    assert.ok(value instanceof NumberLexeme, raw);
    assert.equal(value.raw, raw);
    assert.deepEqual(read(`{"a":[${raw} ]}`), { a: [new NumberLexeme(raw)] });
  }
});

test("refuses what RFC 8259 does not allow as json_invalid", () => {
  const texts = [
    "",
    " ",
    "{",
    "}",
    "[",
    "]",
    "[1,]",
    "[,1]",
    '{"a":1,}',
    "{,}",
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    "{a:1}",
  ];
  texts.push(
    "{'a':1}",
    "01",
    "-",
    "-01",
    "+1",
    ".5",
    "1.",
    "1e",
    "1e+",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "undefined",
  );
  texts.push(
    "tru",
    "truex",
    "nul",
    "True",
    "1 2",
    "{} {}",
    "{}x",
    "[1]]",
    '"',
    '"a',
    '"\\',
    '"\\"',
    '"\\x"',
    '"\\u12"',
  );
  texts.push(
    '"\\u12G4"',
    '"\\u 123"',
    '"\t"',
    '"\n"',
    '"\u0000"',
    '"\u001f"',
    '"a\\n\u0001"',
    "// c\n1",
    "/* c */1",
    "\ufeff{}",
  );
  texts.push(
    "\u00a01",
    "\u2028[]",
    "\u000b1",
    "[1\u0000]",
    '{"a":1 "b":2}',
    "[1 2]",
    '{"a":1]',
    "[1}",
    "{1:2}",
    "{null:2}",
  );
  for (const text of texts) {
    assert.throws(() => JSON.parse(text), text);
    assert.equal(faultOf(text).code, "json_invalid", JSON.stringify(text));
  }
});

test("refuses a duplicate key at any depth, also if spelled with escapes", () => {
  assert.deepEqual(faultOf('{"amount":100,"amount":1}'), {
    ok: false,
    code: "json_duplicate_key",
    detail: "A member's name appears twice in the same object.",
    pointer: "/amount",
    position: 14,
  });
  assert.equal(faultOf('{"metadata":{"a":1,"\\u0061":2}}').pointer, "/metadata/a");
  assert.equal(faultOf('{"":1,"":2}').code, "json_duplicate_key");
  assert.equal(faultOf('{"toString":1,"toString":2}').code, "json_duplicate_key");
  assert.equal(faultOf('{"a":null,"a":null}').code, "json_duplicate_key");
  assert.deepEqual(read('{"a":{"a":1},"b":{"a":1}}'), { a: { a: 1 }, b: { a: 1 } });
});

test("refuses __proto__ in any spelling, and accepts other inherited names", () => {
  for (const text of ['{"__proto__":{"admin":true}}', '{"\\u005f_proto__":1}', '{"__pro\\u0074o__":null}']) {
    assert.equal(faultOf(text).code, "unknown_field");
    assert.equal(faultOf(text).pointer, "/__proto__");
  }
  const value = read(
    '{"constructor":{"prototype":{"admin":true}},"hasOwnProperty":1,"toString":2}',
  ) as JsonObject;
  assert.deepEqual(Object.keys(value), ["constructor", "hasOwnProperty", "toString"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.ok(!("admin" in {}));
});

test("refuses more than eight levels as json_too_deep", () => {
  assert.ok(parseStrictJson("[[[[[[[[1]]]]]]]]").ok);
  assert.equal(faultOf("[[[[[[[[[1]]]]]]]]]").code, "json_too_deep");
  assert.equal(faultOf('{"a":'.repeat(9)).code, "json_too_deep");
  assert.equal(faultOf('{"a":'.repeat(9)).pointer, "/a/a/a/a/a/a/a/a");
  assert.equal(faultOf("[".repeat(60_000)).code, "json_too_deep");
  assert.ok(parseStrictJson("[1]", { maxDepth: 1 }).ok);
  assert.ok(!parseStrictJson("[[1]]", { maxDepth: 1 }).ok);
});

test("a fault has a pointer and a position", () => {
  assert.deepEqual(faultOf('{"a/b":{"c~d":[1,tru]}}'), {
    ok: false,
    code: "json_invalid",
    detail: "Expected a value, but there is something else.",
    pointer: "/a~1b/c~0d/1",
    position: 17,
  });
  assert.equal(faultOf('{"amount":').detail, "Expected a value, but the text ends.");
  assert.equal(faultOf('{"amount":').position, 10);
  assert.equal(faultOf('{"amount":1').pointer, "");
  assert.equal(faultOf('["abc').position, 5);
  assert.equal(faultOf('["a\nbc"]').position, 3, "the control character, not the end of the text");
});

test("a fault never repeats the body", () => {
  const secret = "4242424242424242";
  for (const text of [
    `{"a":"${secret}`,
    `{"a":x${secret}}`,
    `{"a":"\\x${secret}"}`,
    `"${secret}" ${secret}`,
  ]) {
    assert.ok(!faultOf(text).detail.includes(secret));
  }
});

test("keeps lone surrogates, which the text rules refuse", () => {
  assert.equal(read('"\\ud800"'), "\ud800");
  assert.equal(read('"\\ud83d\\ude00"'), "😀");
});

const jsonText = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.maxSafeInteger(),
      fc.string({ unit: "binary" }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 5 },
      ),
    ),
  }))
  .value.chain((value) =>
    fc.constantFrom(undefined, 1, "\t", "\r\n ").map((indent) => JSON.stringify(value, null, indent)),
  );

test("property: agrees with JSON.parse on all valid JSON of safe integers", () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      assert.deepEqual(read(text), JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test("property: strings survive any mix of escapes", () => {
  const escaped = (text: string, mask: boolean[]) =>
    text
      .split("")
      .map((unit, index) => {
        const plain = unit >= " " && unit !== '"' && unit !== "\\" && mask[index % mask.length];
        return plain ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      })
      .join("");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.boolean(), { minLength: 1 }), (text, mask) => {
      assert.equal(read(`"${escaped(text, mask)}"`), text);
    }),
  );
});

test("property: refuses damaged JSON exactly if JSON.parse does, and never throws", () => {
  const splice = fc.constantFrom(
    ..."{}[]\",:\\-+.eE0179tfnu \n\t\u0000\u001f\u2028\ufeff/'",
    "1e5",
    "-0",
    '"a":1',
    "9".repeat(17),
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), splice), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(jsonText, damage, (text, edits) => {
      let damaged = text;
      for (const [at, removed, inserted] of edits) {
        const index = at % (damaged.length + 1);
        damaged = damaged.slice(0, index) + inserted + damaged.slice(index + removed);
      }
      const result = parseStrictJson(damaged, DEEP);
      if (result.ok) assert.deepEqual(rounded(result.value), JSON.parse(damaged));
      else if (result.code === "json_invalid") assert.throws(() => JSON.parse(damaged), SyntaxError);
    }),
    { numRuns: 3000 },
  );
});

test("property: returns a result for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const result = parseStrictJson(text);
      if (!result.ok) assert.ok(result.position >= 0 && result.position <= text.length);
    }),
    { numRuns: 1000 },
  );
});
