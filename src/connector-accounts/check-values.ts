import type { ConnectorKind, CredentialField, SettingField, Values } from "../connectors/kind.ts";
import { closestName } from "../kernel/did-you-mean.ts";
import type { Mode } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";

/** The faults of all credentials that a new account or version would have. No detail quotes a value. */
export function credentialFaults(kind: ConnectorKind, mode: Mode, credentials: Values): Problem[] {
  return [
    ...unknownNames(kind, "credentials", kind.credentials, credentials),
    ...kind.credentials.flatMap((field) => credentialFault(kind, field, mode, credentials[field.name])),
  ];
}

function credentialFault(
  kind: ConnectorKind,
  field: CredentialField,
  mode: Mode,
  value: string | undefined,
): Problem[] {
  const param = `/credentials/${field.name}`;
  if (value === undefined) return field.needed === "always" ? [missing(kind, field, param)] : [];
  const other = mode === "live" ? "sandbox" : "live";
  if (field.prefixes?.[other].some((prefix) => value.startsWith(prefix)))
    return [problem("credentials_invalid", otherMode(kind, field, mode), param)];
  if (field.pattern.test(value)) return [];
  return [problem("credentials_invalid", `${field.label}: it has to be ${field.expects}.`, param)];
}

function otherMode({ title }: ConnectorKind, { prefixes }: CredentialField, mode: Mode): string {
  const wanted = prefixes?.[mode].join(" or ") ?? "";
  return mode === "live"
    ? `This is a credential of ${title}'s test environment, but the account is live. Send one that begins with ${wanted}, or make the account with a sandbox key of Kassa.`
    : `This is a credential of ${title}'s live environment, but the account is in the sandbox. Send one that begins with ${wanted}, or make the account with a live key of Kassa.`;
}

/** The faults of a new account's settings. */
export function settingFaults(kind: ConnectorKind, mode: Mode, settings: Values): Problem[] {
  const fields = kind.settings.filter(({ modes }) => modes.includes(mode));
  return [
    ...unknownNames(kind, "settings", fields, settings),
    ...fields.flatMap((field) => settingFault(kind, field, settings[field.name])),
  ];
}

function settingFault(kind: ConnectorKind, field: SettingField, value: string | undefined): Problem[] {
  const param = `/settings/${field.name}`;
  if (value === undefined) return field.isOptional ? [] : [missing(kind, field, param)];
  if (field.pattern.test(value)) return [];
  return [problem("parameter_invalid", `${field.label}: it has to be ${field.expects}.`, param)];
}

const missing = ({ title }: ConnectorKind, field: CredentialField | SettingField, param: string): Problem =>
  problem("parameter_missing", `${title} needs "${field.name}": ${field.label}.`, param);

function unknownNames(
  { title }: ConnectorKind,
  place: "credentials" | "settings",
  fields: readonly { readonly name: string }[],
  values: Values,
): Problem[] {
  const known = fields.map(({ name }) => name);
  const hint = (name: string): string => {
    const meant = closestName(name, known);
    if (meant !== undefined) return `Did you mean "${meant}"?`;
    return known.length === 0 ? "Leave it out." : `They are: ${known.join(", ")}.`;
  };
  return Object.keys(values)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const shown = name.slice(0, 40);
      const param = `/${place}/${shown.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return problem("unknown_field", `${title} has no "${shown}" among its ${place}. ${hint(name)}`, param);
    });
}
