import { type OpenApiDocument, resolve, type Schema } from "../../http/openapi/types.ts";
import { type Html, html } from "../../kernel/html.ts";
import { renderInline } from "../markdown/render.ts";
import { objectAddress } from "./resources.ts";

/** The name of the component that a schema refers to, if any. */
export function componentOf(schema: Schema): string | undefined {
  return schema.$ref?.replace("#/components/schemas/", "");
}

/** The type of a schema in words, with links to objects: "text", "list of LineItem or null". */
export function typeWords(document: OpenApiDocument, schema: Schema): Html {
  const component = componentOf(schema);
  // Error codes have their own page.
  if (component === "ProblemCode") return html`<a href="/docs/errors">error code</a>`;
  if (component !== undefined) return objectLink(document, component);
  if (schema.anyOf) return choice(document, schema.anyOf);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any value"];
  const nullable = types.length > 1 && types.includes("null");
  return html`${plainType(document, schema, types[0] ?? "any value")}${nullable && " or null"}`;
}

/** A link to an object, on whichever page it is described. */
export function objectLink(document: OpenApiDocument, component: string): Html {
  return html`<a href="${objectAddress(document, component)}">${component}</a>`;
}

function choice(document: OpenApiDocument, options: readonly Schema[]): Html {
  const words = options.map((option) => (option.type === "null" ? html`null` : typeWords(document, option)));
  return html`${words.map((word, index) => html`${index > 0 && " or "}${word}`)}`;
}

const typeNames: Record<string, string> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
};

function plainType(document: OpenApiDocument, schema: Schema, type: string): Html {
  if (type === "array") return html`list of ${schema.items ? typeWords(document, schema.items) : "values"}`;
  if (schema.format === "date-time") return html`time`;
  return html`${typeNames[type] ?? type}`;
}

/** The constraints on a value beyond its type, each in a few words. */
export function ruleWords(schema: Schema): Html[] {
  const values = wordsOf(schema) ?? wordsOf(schema.items ?? {}) ?? [];
  return [
    ...(values.length > 0
      ? [html`one of ${values.map((value, at) => html`${at > 0 && ", "}<code>${String(value)}</code>`)}`]
      : []),
    ...rangeWords(
      "",
      schema.minimum,
      schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum,
    ),
    ...rangeWords("characters", schema.minLength, schema.maxLength),
    ...rangeWords("items", schema.minItems, schema.maxItems),
    ...(schema.default === undefined ? [] : [html`default <code>${String(schema.default)}</code>`]),
  ];
}

function wordsOf(schema: Schema): unknown[] | undefined {
  return (schema.enum ?? schema["x-extensible-enum"])?.filter((word) => word !== null);
}

function rangeWords(unit: string, least: number | undefined, most: number | undefined): Html[] {
  const words = unit === "" ? "" : ` ${unit}`;
  if (least !== undefined && most !== undefined) return [html`${least} to ${most}${words}`];
  if (most !== undefined) return [html`at most ${most}${words}`];
  // A minimum of one character only means that the text isn't empty.
  return least === undefined || (unit !== "" && least === 1) ? [] : [html`at least ${least}${words}`];
}

/** An object's fields as a description list. */
export function fieldList(document: OpenApiDocument, schema: Schema): Html {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema);
  const rows = Object.entries(properties).map(([name, field]) =>
    fieldRow(document, {
      name,
      schema: field,
      required: required.includes(name),
      description: field.description,
    }),
  );
  return html`<dl class="fields">${rows}</dl>`;
}

export type Field = { name: string; schema: Schema; required: boolean; description: string | undefined };

/** One field or parameter: name, type, whether it is required, description and constraints. */
export function fieldRow(document: OpenApiDocument, { name, schema, required, description }: Field): Html {
  const rules = ruleWords(schema);
  const problem = schema["x-problem"];
  return html`<div>
  <dt><code>${name}</code> <span class="type">${typeWords(document, schema)}</span>${required && html` <span class="required">required</span>`}</dt>
  <dd>${description !== undefined && html`<p>${renderInline(description)}</p>`}
  ${rules.length > 0 && html`<p class="rules">${rules.map((rule, at) => html`${at > 0 && "; "}${rule}`)}</p>`}
  ${problem !== undefined && html`<p class="rules">fault: <a href="/docs/errors#${problem}">${problem}</a></p>`}</dd>
</div>`;
}
