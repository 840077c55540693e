export type FormValue = string | number | boolean | undefined | FormFields | readonly FormValue[];
export type FormFields = { readonly [name: string]: FormValue };

/** Encodes nested fields as Stripe reads forms: `a[b][0][c]=1`. Undefined fields are left out. */
export function encodeForm(fields: FormFields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) append(form, name, value);
  return form.toString();
}

function append(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === undefined) return;
  if (typeof value !== "object") form.append(name, String(value));
  else for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner);
}
