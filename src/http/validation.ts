import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifySchemaCompiler, preValidationHookHandler } from "fastify";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { holdsLexeme, NumberLexeme } from "../kernel/strict-json.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { cardNumberFaults } from "./card-number-faults.ts";
import { describeFaults, type Part } from "./describe-faults.ts";
import { excerptOf } from "./excerpt.ts";
import { ProblemError, sendProblem } from "./problem-reply.ts";

/**
 * Checks bodies and queries against the routes' schemas. Nothing is coerced, filled in or dropped, except that a query,
 * which is text, may have 10 for an integer.
 *
 * No text may contain a card number, because most are stored. The routes that accept card numbers, the sandbox's card form
 * and the simulated PSP, read their bodies themselves.
 *
 * The cost of a request is bounded: the first validator stops at the first fault. The second one, which reports all faults,
 * gets an excerpt whose size the schema bounds.
 */
const keywords = ["x-problem", "x-expects"];
// The linter of openapi.json already checks our schemas. Checking them here would take 75 ms of the first request, half of
// the time for compiling a schema.
const validateSchema = false;
const verdicts = new Ajv2020({ keywords, validateSchema });
const explanations = new Ajv2020({ keywords, validateSchema, allErrors: true, verbose: true });
addFormats.default(verdicts);
addFormats.default(explanations);

/** The problem with a value; undefined when there is none. */
type Check = (value: unknown) => Problem | undefined;

/** Compiles a route's schema at its first request: one takes 2 ms, all would take a sixth of the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const check = httpPart === "body" ? checkBody(schema) : checkQuery(schema);
  return (data: unknown) => {
    const value = httpPart === "querystring" ? readNumbers(schema, data) : data;
    const fault = check(value);
    return fault ? { error: new ProblemError(fault) } : { value };
  };
};

function checkBody(schema: object): Check {
  const find = findFaults(schema, "body");
  return (data) => {
    if (isObject(data)) return combineProblems(orElse(find(data), () => cardNumberFaults(data, "body")));
    return problem("json_not_object", `The body has to be a JSON object, but it is ${describeType(data)}.`);
  };
}

function checkQuery(schema: object): Check {
  const find = findFaults(schema, "query");
  return (data) => {
    const query = data as object;
    const faults = orElse(find(query), () => findForbiddenTexts(query));
    return combineProblems(orElse(faults, () => cardNumberFaults(query, "query")));
  };
}

const orElse = (faults: Problem[], findOthers: () => Problem[]): Problem[] =>
  faults.length > 0 ? faults : findOthers();

function findFaults(schema: object, part: Part): (value: object) => Problem[] {
  let validate: ValidateFunction | undefined;
  let explain: ValidateFunction | undefined;
  return (value) => {
    validate ??= verdicts.compile(schema);
    // No field of this API takes a fraction, an exponent or a number beyond 2^53-1.
    if (validate(value) && !holdsLexeme(value)) return [];
    explain ??= explanations.compile(schema);
    const excerpt = excerptOf(schema, value);
    if (!explain(excerpt)) return describeFaults(explain.errors ?? [], part);
    // If a schema sets no limit, the fault can lie beyond the excerpt.
    return [problem("parameter_invalid", `The ${part} contains a value that can't be used.`)];
  };
}

const isObject = (data: unknown): data is object =>
  typeof data === "object" &&
  data !== null &&
  !Array.isArray(data) &&
  !Buffer.isBuffer(data) &&
  !(data instanceof NumberLexeme);

function describeType(data: unknown): string {
  // Fastify passes null for a missing body.
  if (data === null || data === undefined) return "missing or null";
  if (Array.isArray(data)) return "an array";
  if (Buffer.isBuffer(data)) return "a file";
  return data instanceof NumberLexeme ? "a number" : `a ${typeof data}`;
}

/**
 * Makes the routes that are added to `app` afterwards refuse an unexpected body or query, and accept a missing body if no
 * field of it is required.
 */
export function refuseUnexpectedInput(app: FastifyInstance): void {
  const nothing = { type: "object", additionalProperties: false };
  const [checkNoBody, checkNoQuery] = [checkBody(nothing), checkQuery(nothing)];
  app.addHook("onRoute", (route) => {
    const takesBody = route.schema?.body !== undefined;
    const leaveOut = mayBeAbsent(route.schema?.body) ? [bodyMayBeAbsent] : [];
    route.preValidation = [...leaveOut, ...[route.preValidation ?? []].flat()];
    const takesQuery = route.schema?.querystring !== undefined;
    if (takesBody && takesQuery) return;
    const refuse: preValidationHookHandler = (request, reply, done) => {
      const fault =
        (takesBody || request.body === undefined ? undefined : checkNoBody(request.body)) ??
        (takesQuery ? undefined : checkNoQuery(request.query));
      if (fault) return void sendProblem(request, reply, fault);
      done();
    };
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()];
  });
}

/** Whether the schema is an object without required fields. */
const mayBeAbsent = (schema: unknown): boolean => {
  const { type, required, minProperties } = (schema ?? {}) as Record<string, unknown>;
  return type === "object" && required === undefined && minProperties === undefined;
};

/** Reads a missing body as `{}`. */
const bodyMayBeAbsent: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

type QuerySchema = { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };

/** Converts plain decimal digits of a query to numbers where the schema has an integer; not 0x5, 1e1, +5 or 05. */
function readNumbers({ properties = {} }: QuerySchema, query: unknown): Record<string, unknown> {
  const read: Record<string, unknown> = { ...(query as Record<string, unknown>) };
  for (const [name, { type }] of Object.entries(properties)) {
    const text = read[name];
    if (type === "integer" && typeof text === "string" && /^(?:0|-?[1-9][0-9]*)$/.test(text))
      read[name] = Number(text);
  }
  return read;
}

/** Stored texts never contain such characters, so a filter with one finds nothing; PostgreSQL refuses NUL. */
function findForbiddenTexts(query: object): Problem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const forbidden = typeof value === "string" ? findForbiddenText(value) : undefined;
    if (!forbidden) return [];
    return [problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, name)];
  });
}
