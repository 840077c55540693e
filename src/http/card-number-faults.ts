import { containsCardNumber } from "../kernel/card-number.ts";
import { faultsAtMost, type Problem, problem } from "../kernel/problem.ts";
import { escapePointer } from "./describe-faults.ts";

/**
 * Finds card numbers in the texts and field names of a body or query. Returns a `pan_in_field` for each; its `param`
 * repeats nothing of the number.
 */
export function cardNumberFaults(value: object, part: "body" | "query"): Problem[] {
  const faults: Problem[] = [];
  const add = (pointer: string): void => {
    const param = part === "query" ? pointer.slice(1) : pointer;
    faults.push(
      problem("pan_in_field", "It seems to contain a card number. Nothing of it was stored.", param),
    );
  };
  const visit = (member: unknown, pointer: string): void => {
    if (faults.length >= faultsAtMost) return;
    if (typeof member === "string") {
      if (containsCardNumber(member)) add(pointer);
    } else if (typeof member === "object" && member !== null) {
      for (const [name, inner] of Object.entries(member)) {
        // A field whose name contains the number is reported at its object.
        if (containsCardNumber(name)) add(pointer);
        else visit(inner, `${pointer}/${escapePointer(name)}`);
      }
    }
  };
  visit(value, "");
  return faults;
}
