import type { Place } from "../entry.ts";

/** An element of a statement, without its namespace. */
export class XmlNode {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The path of the elements around it. */
  private readonly parentPath: () => string;
  /** Its number among those of the same name, for elements that repeat; otherwise 0. */
  private readonly index: number;
  text = "";
  /** The attribute Ccy of an amount. */
  currency: string | null = null;
  readonly children: XmlNode[] = [];

  constructor(name: string, line: number, column: number, index: number, parentPath: () => string) {
    this.name = name;
    this.line = line;
    this.column = column;
    this.index = index;
    this.parentPath = parentPath;
  }

  /** Such as Document/BkToCstmrStmt/Stmt[1]/Ntry[3]/Amt. */
  path(): string {
    const own = this.index === 0 ? this.name : `${this.name}[${this.index}]`;
    return `${this.parentPath()}/${own}`;
  }

  place(): Place {
    return { line: this.line, column: this.column, path: this.path() };
  }

  /** The first element below the names, taken one after another. */
  find(...names: readonly string[]): XmlNode | undefined {
    let node: XmlNode | undefined = this;
    for (const name of names) node = node?.children.find((child) => child.name === name);
    return node;
  }

  /** All child elements of a name. */
  all(name: string): XmlNode[] {
    return this.children.filter((child) => child.name === name);
  }

  /** The trimmed text of the first element below the names; null if there is none or it is empty. */
  textOf(...names: readonly string[]): string | null {
    const text = this.find(...names)?.text.trim() ?? "";
    return text === "" ? null : text;
  }
}
