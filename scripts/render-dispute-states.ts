import { disputeDiagram } from "../src/disputes/state-diagram.ts";

/** docs/how-to/disputes.md with the current diagram of the state table. @throws Error if the diagram's marks are missing */
export function withDisputeStates(document: string): string {
  const diagram = /```mermaid\n.*?\n```/s;
  if (!diagram.test(document)) throw new Error("docs/how-to/disputes.md lacks the diagram");
  // A function, because "$" in a replacement text is a reference.
  return document.replace(diagram, () => `\`\`\`mermaid\n${disputeDiagram()}\n\`\`\``);
}
