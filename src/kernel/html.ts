import { html as escaping } from "ghtml";

/**
 * Safe markup, made only by the `html` tag. A plain string is always escaped. (With ghtml alone, a "!" before `${name}`,
 * even by accident, would insert a merchant's name unescaped.)
 */
export class Html {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[], key: typeof constructorKey) {
    if (key !== constructorKey) throw new TypeError("Html is made by the html tag only.");
    this.#pieces = pieces;
  }

  toString(): string {
    return this.#pieces.join("");
  }

  /** The same in UTF-8. */
  toBuffer(): Buffer {
    return Buffer.concat(
      this.#pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
    );
  }

  /** The same markup, ready to be sent: for parts that many pages contain. Costs more than it saves below about 500 characters. */
  kept(): Html {
    return new Html([this.toBuffer()], constructorKey);
  }

  static join(literals: readonly string[], children: readonly Child[]): Html {
    const pieces: Piece[] = [];
    let text = literals[0] ?? "";
    const add = (child: Child): void => {
      if (child instanceof Html) for (const piece of child.#pieces) addPiece(piece);
      else if (typeof child === "string" || typeof child === "number") text += escaping`${child}`;
      else if (child) for (const each of child) add(each);
    };
    const addPiece = (piece: Piece): void => {
      if (typeof piece === "string") text += piece;
      else {
        pieces.push(text, piece);
        text = "";
      }
    };
    for (let index = 0; index < children.length; index++) {
      add(children[index]);
      text += literals[index + 1] ?? "";
    }
    pieces.push(text);
    return new Html(pieces, constructorKey);
  }
}

/** Markup as text, or in UTF-8 because it is sent often. */
type Piece = string | Buffer;

const constructorKey = Symbol("Html");

/** Values for a template. Null, undefined and false render as nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** Renders the template's own text as markup and escapes all values. Attributes must be in double quotes. */
export function html(literals: TemplateStringsArray, ...children: readonly Child[]): Html {
  return Html.join(literals, children);
}

/** Isolates text of unknown direction, such as a name, an amount or an id, from the surrounding text. */
export function isolate(text: Child): Html {
  return html`<bdi>${text}</bdi>`;
}
