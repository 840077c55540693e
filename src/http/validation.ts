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
 * Checks bodies and queries against the routes' schemas. They are taken as they are: nothing is coerced, filled in or
 * dropped, except that a query, which is text by nature, may say 10 where a schema wants an integer.
 *
 * No text of any of them may hold a card number, for most are stored. There are no exceptions: the operations that take card
 * numbers, the sandbox's card form and the simulated PSP, read their bodies by themselves.
 *
 * What a request can cost is bounded: the first validator stops at the first fault, and the one that names all faults
 * gets an excerpt, whose size the schema bounds.
 */
const keywords = ["x-problem", "x-expects"];
// Schemas are our own and are checked by the linter of openapi.json. Checking them here, too, takes 75 ms of the first
// request, half of what compiling a schema takes.
const validateSchema = false;
const verdicts = new Ajv2020({ keywords, validateSchema });
const explanations = new Ajv2020({ keywords, validateSchema, allErrors: true, verbose: true });
addFormats.default(verdicts);
addFormats.default(explanations);

/** The problem with a value; undefined when there is none. */
type Check = (value: unknown) => Problem | undefined;

/** Compiles a route's schema when the first request comes: 2 ms for one, a sixth of a start's time for all. */
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
    // Where a schema sets no limit, the fault can lie beyond the excerpt.
    return [problem("parameter_invalid", `The ${part} holds a value that can't be used.`)];
  };
}

const isObject = (data: unknown): data is object =>
  typeof data === "object" &&
  data !== null &&
  !Array.isArray(data) &&
  !Buffer.isBuffer(data) &&
  !(data instanceof NumberLexeme);

function describeType(data: unknown): string {
  // Fastify says null of a body that is missing.
  if (data === null || data === undefined) return "missing or null";
  if (Array.isArray(data)) return "an array";
  if (Buffer.isBuffer(data)) return "a file";
  return data instanceof NumberLexeme ? "a number" : `a ${typeof data}`;
}

/**
 * Has the routes of an API that take no body or no query refuse what is sent all the same, and those whose body needs no
 * field take none. Routes added to `app` from now on are meant.
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

/** Whether an object needs no field at all. */
const mayBeAbsent = (schema: unknown): boolean => {
  const { type, required, minProperties } = (schema ?? {}) as Record<string, unknown>;
  return type === "object" && required === undefined && minProperties === undefined;
};

/** Leaving out a body that needs no field means an object without fields. */
const bodyMayBeAbsent: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

type QuerySchema = { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };

/** A query whose plain decimal digits are numbers where the schema wants some: not 0x5, 1e1, +5 or 05. */
function readNumbers({ properties = {} }: QuerySchema, query: unknown): Record<string, unknown> {
  const read: Record<string, unknown> = { ...(query as Record<string, unknown>) };
  for (const [name, { type }] of Object.entries(properties)) {
    const text = read[name];
    if (type === "integer" && typeof text === "string" && /^(?:0|-?[1-9][0-9]*)$/.test(text))
      read[name] = Number(text);
  }
  return read;
}

/** No stored text holds such characters, so nothing is found by them; NUL can't even be asked for. */
function findForbiddenTexts(query: object): Problem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const forbidden = typeof value === "string" ? findForbiddenText(value) : undefined;
    if (!forbidden) return [];
    return [problem("text_invalid", `It holds ${forbidden.codePoint}: ${forbidden.reason}.`, name)];
  });
}
