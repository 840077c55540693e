import { html as escaping } from "ghtml";

/**
 * Safe markup, made only by the `html` tag. A plain string is always escaped. (With ghtml alone, a "!" before `${name}`,
 * even by accident, would insert a merchant's name unescaped.)
 */
export class Html {
  readonly #markup: string;

  constructor(markup: string, key: typeof constructorKey) {
    if (key !== constructorKey) throw new TypeError("Html is made by the html tag only.");
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

const constructorKey = Symbol("Html");

/** Values for a template. Null, undefined and false render as nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** Renders the template's own text as markup and escapes all values. Attributes must be in double quotes. */
export function html(literals: TemplateStringsArray, ...children: readonly Child[]): Html {
  let markup = literals[0] ?? "";
  children.forEach((child, index) => {
    markup += markupOf(child) + (literals[index + 1] ?? "");
  });
  return new Html(markup, constructorKey);
}

function markupOf(child: Child): string {
  if (child instanceof Html) return child.toString();
  if (child === null || child === undefined || child === false) return "";
  if (typeof child === "string" || typeof child === "number") return escaping`${child}`;
  return child.map(markupOf).join("");
}

/** Isolates text of unknown direction, such as a name, an amount or an id, from the surrounding text. */
export function isolate(text: Child): Html {
  return html`<bdi>${text}</bdi>`;
}
