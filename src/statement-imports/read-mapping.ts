import { type CsvMapping, readCsvMapping } from "../bank-statements/csv/mapping.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";

/** A CSV mapping from the JSON text of a query; undefined if there is none. */
export function readMapping(text: string | undefined): Result<CsvMapping | undefined, Problem> {
  if (text === undefined) return success(undefined);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed(problem("parameter_invalid", "It has to be a JSON object.", "csvMapping"));
  }
  const mapping = readCsvMapping(value);
  return mapping.ok ? mapping : failed(problem("parameter_invalid", mapping.failure, "csvMapping"));
}
