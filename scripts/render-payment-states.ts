import { derivedStates, stateDiagram } from "../src/payments/state-diagram.ts";

/** docs/payments.md with the diagram and the table of the state table as it is. @throws Error when it has no place for them. */
export function withPaymentStates(document: string): string {
  const diagram = /```mermaid\n.*?\n```/s;
  const table = /^\| attempt \|.*?(?=\n\n)/ms;
  if (!diagram.test(document) || !table.test(document))
    throw new Error("docs/payments.md lacks the diagram or the table");
  // Functions, for a replacement text would take "$" for a reference.
  return document
    .replace(diagram, () => `\`\`\`mermaid\n${stateDiagram()}\n\`\`\``)
    .replace(table, () => derivedStates());
}
