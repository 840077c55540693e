/** A tag with its lines, such as :86: with what follows it. */
export type Mt940Field = { readonly tag: string; readonly lines: string[]; readonly line: number };
