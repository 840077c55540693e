import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseForm } from "./form-body.ts";
import { type OpenApiDocument, type SpecProblem, validateAgainstSpec } from "./validate-against-spec.ts";

const thing = {
  type: "object",
  required: ["id", "owner"],
  properties: {
    id: { type: "string" },
    owner: { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/owner" }], nullable: true },
    open: { type: "object", properties: {} },
  },
};
const form = {
  type: "object",
  required: ["amount"],
  properties: {
    amount: { type: "integer" },
    final: { type: "boolean" },
    expand: { type: "array", items: { type: "string" } },
    metadata: {
      anyOf: [
        { type: "object", additionalProperties: { type: "string" } },
        { type: "string", enum: [""] },
      ],
    },
    items: { type: "array", items: { type: "object", properties: { quantity: { type: "integer" } } } },
  },
};
const answer = (schema: object) => ({ content: { "application/json": { schema } } });
const spec = {
  paths: {
    "/things/{id}": {
      get: {
        parameters: [{ in: "query", name: "limit", schema: { type: "integer" } }],
        responses: { 200: answer(thing), default: answer({ $ref: "#/components/schemas/owner" }) },
      },
      post: {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: form } } },
        responses: { 200: answer(thing) },
      },
    },
    "/things/search": { get: { responses: { 200: answer({ type: "array" }) } } },
  },
  components: {
    schemas: { owner: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
  },
} as OpenApiDocument;

describe("holding exchanges to a published specification", () => {
  const closed = validateAgainstSpec(spec, { closed: true });
  const keywords = (problems: readonly SpecProblem[]) =>
    problems.map(({ at, keyword }) => `${at} ${keyword}`.trim());
  const response = (body: unknown, status = 200) =>
    keywords(closed.response("GET", "/things/1", status, body));

  it("accepts answers that are as published, with null only where it is allowed", () => {
    assert.deepEqual(response({ id: "1", owner: null, open: { anything: 1 } }), []);
    assert.deepEqual(response({ id: "1", owner: { name: "Ada" } }), []);
    assert.ok(response({ id: null, owner: null }).includes("/id type"));
    assert.deepEqual(response({ id: "1" }), ["required"]);
    assert.ok(response({ id: "1", owner: {} }).includes("/owner required"));
  });

  it("reports invented properties, unless the specification is open", () => {
    assert.deepEqual(response({ id: "1", owner: "o", colour: "red" }), ["additionalProperties"]);
    const open = validateAgainstSpec(spec, { closed: false });
    assert.deepEqual(open.response("GET", "/things/1", 200, { id: "1", owner: "o", colour: "red" }), []);
  });

  it("closes schemas that are put together, and merges what their parts say about one property", () => {
    const error = {
      properties: { details: { type: "array", items: { $ref: "#/components/schemas/detail" } } },
    };
    const issues = {
      properties: { details: { items: { anyOf: [{ properties: { issue: { enum: ["A"] } } }] } } },
    };
    const detail = { type: "object", required: ["issue"], properties: { issue: {}, field: {} } };
    const both = { allOf: [{ $ref: "#/components/schemas/error" }, issues] };
    const document = { paths: {}, components: { schemas: { error, detail, both } } };
    const { object } = validateAgainstSpec(document, { closed: true });
    const check = (value: object) => keywords(object("both", value));
    assert.deepEqual(check({ details: [{ issue: "A", field: "/x" }] }), []);
    assert.deepEqual(check({ details: [], colour: "red" }), ["additionalProperties"]);
    assert.ok(
      check({ details: [{ issue: "A", colour: "red" }] }).includes("/details/0 additionalProperties"),
    );
    assert.ok(check({ details: [{ issue: "B" }] }).includes("/details/0/issue enum"));
    assert.ok(check({ details: [{ field: "/x" }] }).includes("/details/0 required"));
  });

  it("takes the schema of the status, else the default; of the path with fewer variables", () => {
    assert.deepEqual(response({ name: "x" }, 404), []);
    assert.deepEqual(response({ id: "1", owner: null }, 404).includes("required"), true);
    assert.deepEqual(closed.response("GET", "/things/search", 200, []), []);
    assert.deepEqual(keywords(closed.response("POST", "/things/1", 404, {})), ["unknown"]);
    assert.deepEqual(keywords(closed.request({ method: "GET", path: "/nothing" }).problems), ["unknown"]);
    assert.equal(closed.knows("DELETE", "/things/1"), false);
  });

  it("gives forms the types of their schema", () => {
    const body =
      "amount=100&final=true&expand[]=a&expand[]=b&metadata[0]=1&items[1][quantity]=2&items[0][quantity]=1";
    const checked = closed.request({ method: "POST", path: "/things/1", form: parseForm(body) });
    assert.deepEqual(checked, {
      problems: [],
      query: {},
      body: {
        amount: 100,
        final: true,
        expand: ["a", "b"],
        metadata: { 0: "1" },
        items: [{ quantity: 1 }, { quantity: 2 }],
      },
    });
  });

  it("reports what forms and queries may not hold", () => {
    const problems = (body: string, query = "") =>
      keywords(
        closed.request({ method: "POST", path: "/things/1", query: parseForm(query), form: parseForm(body) })
          .problems,
      );
    assert.deepEqual(problems("amount=1e3"), ["/amount type"]);
    assert.deepEqual(problems("amount=1&final=yes"), ["/final type"]);
    assert.deepEqual(problems("final=true"), ["required"]);
    assert.deepEqual(problems("amount=1&items[0][colour]=red"), ["/items/0 additionalProperties"]);
    assert.deepEqual(problems("amount=1", "limit=3"), ["additionalProperties"]);
    const listed = closed.request({ method: "GET", path: "/things/1", query: parseForm("limit=3") });
    assert.deepEqual([listed.problems, listed.query], [[], { limit: 3 }]);
  });
});
