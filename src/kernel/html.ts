import { html as escaping } from "ghtml";

/**
 * Markup that is safe to put into a page: only `html` makes it. A plain string is always text and always escaped, so
 * there is no way to forget it (with ghtml alone, `!${name}`, or a "!" that happens to stand before `${name}`, is
 * enough to let a merchant's name through unescaped).
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

/** What a template may hold. Nothing is rendered for null, undefined and false. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** The template's own text as markup, everything put into it escaped. Attributes must be in double quotes. */
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

/** Text of unknown direction, such as a name, an amount or an id, kept from disturbing the text around it. */
export function isolate(text: Child): Html {
  return html`<bdi>${text}</bdi>`;
}
