import { readFileSync } from "node:fs";
import {
  type SpecProblem,
  type SpecValidator,
  validateAgainstSpec,
} from "../../psp-specs/validate-against-spec.ts";
import { type ApiError, invalidRequest } from "./errors.ts";

let loaded: SpecValidator | undefined;

/** Stripe's published specification. Made once a process, with what every test needs, for that takes a second or two. */
export function stripeSpecification(): SpecValidator {
  loaded ??= load();
  return loaded;
}

function load(): SpecValidator {
  const file = new URL("../../psp-specs/stripe-2026-08-26.dahlia.json", import.meta.url);
  const specification = validateAgainstSpec(JSON.parse(readFileSync(file, "utf8")), { closed: true });
  for (const name of ["checkout.session", "event", "error"]) specification.object(name, {});
  specification.request({ method: "POST", path: "/v1/checkout/sessions" });
  return specification;
}

/** Stripe's own answer to a request that its specification doesn't allow. */
export function toParameterError(problem: SpecProblem): ApiError {
  const at = problem.property === undefined ? problem.at : `${problem.at}/${problem.property}`;
  const [first = "", ...rest] = at.slice(1).split("/");
  const param = first + rest.map((step) => `[${step}]`).join("");
  switch (problem.keyword) {
    case "additionalProperties":
      return invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    case "required":
      return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
    case "type":
      return invalidRequest(`Invalid ${param}: ${problem.message}`, {
        code: "parameter_invalid_integer",
        param,
      });
    default:
      return invalidRequest(`Invalid ${param}: ${problem.message}`, { param });
  }
}
