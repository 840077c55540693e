import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError } from "./problem-reply.ts";
import { compileValidator } from "./validation.ts";

function detailOf(httpPart: "body" | "querystring", field: object, value: unknown): string {
  const schema = { type: "object", properties: { field } };
  const validate = compileValidator({ schema, httpPart, method: "POST", url: "/" });
  const verdict = validate({ field: value }) as { error?: unknown };
  assert.ok(verdict.error instanceof ProblemError, JSON.stringify(value));
  return verdict.error.problem.detail;
}

test("describes each kind of schema violation", () => {
  const cases: [object, unknown, string][] = [
    [{ type: "object" }, [], "It has to be an object."],
    [{ type: "array", items: {} }, null, "It has to be an array."],
    [{ type: "string" }, 1, "It has to be a string."],
    [{ type: "boolean" }, "true", "It has to be true or false."],
    [{ type: "string", const: "a" }, "b", 'It has to be "a".'],
    [{ type: "string", enum: ["a", "b"] }, "c", "It has to be one of: a, b."],
    [{ type: "integer", minimum: 1, maximum: 100 }, 0, "It has to be 1 to 100."],
    [{ type: "integer", minimum: 1, maximum: 100 }, 101, "It has to be 1 to 100."],
    [{ type: "integer", minimum: 1 }, 0, "It has to be at least 1."],
    [{ type: "integer", maximum: 5 }, 6, "It has to be at most 5."],
    [
      { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 },
      [],
      "It has to have 1 to 2 elements.",
    ],
    [
      { type: "array", items: { type: "string" }, maxItems: 2 },
      ["a", "b", "c"],
      "It has to have at most 2 elements.",
    ],
    [{ type: "array", items: { type: "string" }, minItems: 1 }, [], "It has to have at least 1 element."],
    [{ type: "string", maxLength: 3 }, "abcd", "It has to have at most 3 characters."],
    [{ type: "string", minLength: 2, maxLength: 2 }, "abc", "It has to have 2 characters."],
    [
      { type: "object", minProperties: 1, additionalProperties: true },
      {},
      "It has to have at least 1 field.",
    ],
    [
      { type: "array", items: { type: "string" }, maxItems: 9, uniqueItems: true },
      ["a", "b", "a"],
      "It has to contain each element once: those at 0 and 2 are the same.",
    ],
    [{ type: "string", pattern: "^[a-z]$" }, "A", "It has to match the pattern ^[a-z]$."],
    [{ type: "string", format: "date-time" }, "yesterday", "It has to be an RFC 3339 time."],
  ];
  for (const [field, value, detail] of cases) assert.equal(detailOf("body", field, value), detail);
});

test("names a repeated query parameter, whatever its schema", () => {
  const once = "It was sent more than once. Send it once.";
  assert.equal(detailOf("querystring", { type: "integer", minimum: 1 }, ["5", "6"]), once);
  assert.equal(detailOf("querystring", { type: "string", "x-expects": "It has to be a." }, ["a", "b"]), once);
});
