import { disputeDiagram } from "../src/disputes/state-diagram.ts";

/** docs/disputes.md with the diagram of the state table as it is. @throws Error when it has no place for it. */
export function withDisputeStates(document: string): string {
  const diagram = /```mermaid\n.*?\n```/s;
  if (!diagram.test(document)) throw new Error("docs/disputes.md lacks the diagram");
  // A function, for a replacement text would take "$" for a reference.
  return document.replace(diagram, () => `\`\`\`mermaid\n${disputeDiagram()}\n\`\`\``);
}
