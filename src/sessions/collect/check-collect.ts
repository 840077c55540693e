import { addressRules } from "../../kernel/address-rules.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { Collect, CustomField } from "./collect.ts";

/** Adds what is wrong with the fields that the page shall ask for to `faults`: what a schema can't express. */
export function checkCollect(
  { customFields = [], billingAddress, postalCode, shippingAddress }: Collect,
  faults: Problem[],
): void {
  if (billingAddress !== undefined && postalCode !== undefined)
    faults.push(
      invalid("The billing address includes the postcode: ask for one of them.", "/collect/postalCode"),
    );
  shippingAddress?.countries?.forEach((country, index) => {
    if (!Object.hasOwn(addressRules, country))
      faults.push(
        invalid(`"${country}" is no ISO 3166 country.`, `/collect/shippingAddress/countries/${index}`),
      );
  });
  const keys = new Set<string>();
  customFields.forEach((field, index) => {
    const pointer = `/collect/customFields/${index}`;
    if (keys.has(field.key)) faults.push(invalid("Another custom field has this key.", `${pointer}/key`));
    keys.add(field.key);
    for (const { detail, at } of [...foreignLimits(field), ...crossedLimits(field), ...optionFaults(field)])
      faults.push(invalid(detail, `${pointer}/${at}`));
  });
}

const invalid = (detail: string, param: string): Problem => problem("parameter_invalid", detail, param);

type Fault = { readonly detail: string; readonly at: string };

const limitsOf = {
  text: ["minLength", "maxLength"],
  number: ["minimum", "maximum"],
  choice: ["options"],
} as const;

/** The limits of another type, which would have no effect. */
function foreignLimits(field: CustomField): Fault[] {
  const own: readonly string[] = limitsOf[field.type];
  return Object.values(limitsOf)
    .flat()
    .filter((name) => !own.includes(name) && field[name] !== undefined)
    .map((name) => ({ detail: `A field of type ${field.type} has no ${name}.`, at: name }));
}

function crossedLimits({ minLength, maxLength, minimum, maximum }: CustomField): Fault[] {
  const faults: Fault[] = [];
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    faults.push({ detail: `It has to be at most maxLength, which is ${maxLength}.`, at: "minLength" });
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    faults.push({ detail: `It has to be at most maximum, which is ${maximum}.`, at: "minimum" });
  return faults;
}

function optionFaults({ type, options }: CustomField): Fault[] {
  if (type === "choice" && options === undefined)
    return [{ detail: "A field of type choice needs options.", at: "options" }];
  const values = (options ?? []).map(({ value }) => value);
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ detail: "Another option has this value.", at: `options/${index}/value` }],
  );
}
