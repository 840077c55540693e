/**
 * A form-encoded body with nested brackets, as `a[b][0][c]=x`: objects whose leaves are texts. Arrays are objects with
 * the keys 0, 1, …, because only a schema can tell `metadata[0]` from `expand[0]`.
 */
export type FormValue = string | FormObject;
export type FormObject = { [key: string]: FormValue };

/** Parses `name=value&…` of a body or a query. Later values replace earlier ones; `a[]` appends. */
export function parseForm(encoded: string): FormObject {
  const form: FormObject = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) setAt(form, keysOf(name), value);
  return form;
}

/** `a[b][]` → a, b, "" */
function keysOf(name: string): string[] {
  const first = name.indexOf("[");
  if (first <= 0) return [name];
  const inner = [...name.slice(first).matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? "");
  return [name.slice(0, first), ...inner];
}

function setAt(form: FormObject, keys: readonly string[], value: string): void {
  let at = form;
  keys.forEach((given, index) => {
    const key = given === "" ? String(Object.keys(at).length) : given;
    if (index === keys.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    const inner: FormObject = typeof next === "object" ? next : Object.create(null);
    at[key] = inner;
    at = inner;
  });
}
