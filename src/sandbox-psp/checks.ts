import { behaviourOf, type Checks, type TestOutcome } from "./test-outcomes.ts";

/** The checks as the API shows them. */
export type ApiChecks = Omit<Checks, "threeDSecure"> & {
  readonly threeDSecure: {
    readonly result: Checks["threeDSecure"];
    readonly version: string | null;
    readonly eci: string | null;
    readonly liabilityShift: "shifted" | "not_shifted";
  };
};

/** The issuer's checks of an approved card with this outcome. */
export function checksOf(outcome: TestOutcome, brand: string): ApiChecks {
  const { answer, checks } = behaviourOf(outcome);
  const threeDSecure = answer.kind === "challenge" ? "challenged" : "none";
  // The sandbox collects no postcode, so it is unchecked, except for the cards whose postcode check fails.
  const all: Checks = { cvc: "pass", postcode: "unchecked", threeDSecure, ...checks };
  return { ...all, threeDSecure: authenticationOf(all.threeDSecure, brand) };
}

function authenticationOf(result: Checks["threeDSecure"], brand: string): ApiChecks["threeDSecure"] {
  if (result === "none") return { result, version: null, eci: null, liabilityShift: "not_shifted" };
  return { result, version: "2.2.0", eci: eciOf(result, brand), liabilityShift: "shifted" };
}

/** Mastercard's indicators of a success and of an attempt differ from the other schemes'. */
function eciOf(result: Exclude<Checks["threeDSecure"], "none">, brand: string): string {
  const isAttempt = result === "attempted";
  if (brand === "mastercard") return isAttempt ? "01" : "02";
  return isAttempt ? "06" : "05";
}
