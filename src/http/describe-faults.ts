import type { ErrorObject } from "ajv/dist/2020.js";
import { closestName } from "../kernel/did-you-mean.ts";
import { faultsAtMost, type Problem, problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
import { ruleText } from "./rule-texts.ts";

/** Whether the value is in a JSON body or in a query, whose values are texts. */
export type Part = "body" | "query";

/**
 * A validator's errors as problems: one for each field, at most 20. A schema can set the problem's code by `x-problem` and
 * its text by `x-expects`.
 *
 * @param errors of a validator that is verbose
 */
export function describeFaults(errors: readonly ErrorObject[], part: Part): Problem[] {
  const choices = new Set(errors.filter(isExplainedChoice).map(({ instancePath }) => instancePath));
  const byParam = new Map<string, Problem>();
  for (const error of errors) {
    if (byParam.size === faultsAtMost) break;
    if (!isWorthNaming(error, choices)) continue;
    const fault = describe(error, part);
    const place = fault.param ?? "";
    // A wrong type violates several rules of a field; one problem a field is enough.
    if (!byParam.has(place)) byParam.set(place, fault);
  }
  return [...byParam.values()];
}

/** An `anyOf` with `x-expects` of its own: the errors of its branches are left out. */
const isExplainedChoice = ({ keyword, parentSchema }: ErrorObject): boolean =>
  keyword === "anyOf" && parentSchema !== undefined && "x-expects" in parentSchema;

function isWorthNaming(error: ErrorObject, choices: ReadonlySet<string>): boolean {
  if (choices.has(error.instancePath)) return isExplainedChoice(error);
  // For a nullable field, the error of the other branch is reported.
  if (error.keyword === "type" && error.params.type === "null") return false;
  return error.keyword !== "anyOf" && error.keyword !== "if";
}

/** The field as a JSON pointer, or the name of a query parameter. */
const paramOf = (place: string, part: Part): string => (part === "query" ? place.slice(1) : place);

type Told = {
  readonly "x-problem"?: ProblemCode;
  readonly "x-expects"?: string;
  readonly properties?: object;
  readonly format?: string;
};

function describe(error: ErrorObject, part: Part): Problem {
  const place = error.instancePath;
  const schema = (error.parentSchema ?? {}) as Told;
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
    const detail = describeUnknown(name, Object.keys(schema.properties ?? {}), part);
    return problem("unknown_field", detail, paramOf(`${place}/${escapePointer(name)}`, part));
  }
  if (error.keyword === "required") {
    const name = String(error.params.missingProperty);
    const param = paramOf(`${place}/${escapePointer(name)}`, part);
    return problem("parameter_missing", `"${name}" is required.`, param);
  }
  const code = schema["x-problem"] ?? "parameter_invalid";
  return problem(code, expectation(error, schema, part), paramOf(place, part) || undefined);
}

function describeUnknown(name: string, known: readonly string[], part: Part): string {
  const what = part === "query" ? "query parameter" : "field";
  const meant = closestName(name, known);
  const named = `There is no ${what} "${shorten(name)}" here.`;
  if (meant !== undefined) return `${named} Did you mean "${meant}"?`;
  return known.length === 0
    ? `No ${what}s are allowed here.`
    : `${named} The ${what}s are: ${known.join(", ")}.`;
}

function expectation(error: ErrorObject, schema: Told, part: Part): string {
  // Only a repeated parameter is a list.
  if (part === "query" && Array.isArray(error.data)) return "It was sent more than once. Send it once.";
  if (error.keyword === "type" && error.params.type === "integer") return wholeNumber(error, schema, part);
  if (part === "query" && schema.format === "date-time" && String(error.data).includes(" "))
    return `${schema["x-expects"] ?? "It has to be an RFC 3339 time."} An unescaped "+" in a query is a space: write it as %2B.`;
  if (schema["x-expects"]) return schema["x-expects"];
  return ruleText(error);
}

/** JSON has only one number type, so the text says which notation is accepted. */
function wholeNumber({ data }: ErrorObject, schema: Told, part: Part): string {
  if (part === "query") return "It has to be a whole number, written in decimal digits alone.";
  if (typeof data !== "number")
    return schema["x-expects"] ?? "It has to be a whole number, sent as a JSON number.";
  return "The number has to be whole, without fraction or exponent, and at most 9007199254740991.";
}

/** A name as one step of a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
