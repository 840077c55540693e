import { problemCodes } from "../kernel/problem-codes.ts";

/** The words that the API's schemas and errors define: a value that is one of them tells nothing of a person. */
export class ApiWords {
  readonly #words = new Set<string>(
    Object.entries(problemCodes).flatMap(([code, { title }]) => [code, title]),
  );

  /** Adds the values of all enumerations of a schema. */
  add(schema: unknown): void {
    if (typeof schema !== "object" || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === "enum" && Array.isArray(value)) for (const each of value) this.#addWord(each);
      else if (name === "const") this.#addWord(value);
      else this.add(value);
    }
  }

  #addWord(word: unknown): void {
    if (typeof word === "string") this.#words.add(word);
  }

  has(text: string): boolean {
    return this.#words.has(text);
  }
}
