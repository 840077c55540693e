import { supportedLocale } from "../checkout-page/locale.ts";
import { ProblemError } from "../http/problem-reply.ts";
import { compileValidator } from "../http/validation.ts";
import type { Problem } from "../kernel/problem.ts";
import { checkChange, type SettingsChange } from "../settings/check-change.ts";
import { type ChangeSettingsBody, ChangeSettingsSchema } from "../settings/schemas.ts";
import { UsageFailure } from "./failure.ts";

/** Names of fields on the command line, where the option's name isn't the field's. */
type Names = Readonly<Record<string, string>>;

const validate = compileValidator({
  schema: ChangeSettingsSchema,
  method: "POST",
  url: "/settings",
  httpPart: "body",
});

/** Options as a request body of the API, validated by the same schema. An empty text becomes null. @throws UsageFailure */
export function checkedBody(options: object, names: Names = {}): ChangeSettingsBody {
  const named = Object.entries(options).filter(([, value]) => value !== undefined);
  const body = Object.fromEntries(named.map(([name, value]) => [name, value === "" ? null : value]));
  const checked: unknown = validate(body);
  const error = typeof checked === "object" && checked !== null && "error" in checked && checked.error;
  if (error instanceof ProblemError) throw settingsFailure(error.problem, names);
  return body;
}

/** A tenant's name and contacts, as stored. Live mode's rules apply: the values hold in both modes. @throws UsageFailure */
export function checkedTenant(options: object, names: Names): SettingsChange {
  const change = checkChange(checkedBody(options, names), { mode: "live", supportedLocale });
  if (!change.ok) throw settingsFailure(change.failure, names);
  return change.value;
}

/** One line for each fault, with the name of its option. */
export function settingsFailure(fault: Problem, names: Names = {}): UsageFailure {
  const faults = (fault.errors ?? [fault]).map(
    ({ param = "", detail }) => `${optionOf(param.slice(1), names)}${detail}`,
  );
  return new UsageFailure(faults.join("\n"));
}

function optionOf(field: string, names: Names): string {
  if (field === "") return "";
  const option = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${names[field] ?? `--${option}`}: `;
}
