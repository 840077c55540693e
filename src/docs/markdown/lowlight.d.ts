/**
 * The part of lowlight that the docs use. tsconfig.json names this file in place of lowlight's own types, which bring the types of a
 * browser's DOM into the whole program.
 */
export type LowlightNode =
  | { readonly type: "text"; readonly value: string }
  | {
      readonly type: "element";
      readonly properties: { readonly className?: readonly string[] };
      readonly children: readonly LowlightNode[];
    };

type Grammars = Readonly<Record<string, unknown>>;

export const common: Grammars;

export function createLowlight(grammars: Grammars): {
  registered(language: string): boolean;
  highlight(language: string, text: string): { readonly children: readonly LowlightNode[] };
};
