import {
  attemptDiagram,
  callOffDiagram,
  derivedStates,
  paymentDiagram,
  refundDiagram,
} from "../src/payments/state-diagram.ts";

/** The diagrams in the order in which docs/reference/payment-processing.md shows them. */
const diagrams = [attemptDiagram, paymentDiagram, refundDiagram, callOffDiagram];

/** docs/reference/payment-processing.md with the current diagrams and table of states. @throws Error if their marks are missing */
export function withPaymentStates(document: string): string {
  const diagram = /```mermaid\n.*?\n```/gs;
  const table = /^\| attempt \|.*?(?=\n\n)/ms;
  if (document.match(diagram)?.length !== diagrams.length || !table.test(document))
    throw new Error("docs/reference/payment-processing.md lacks a diagram or the table");
  const drawn = diagrams.map((draw) => `\`\`\`mermaid\n${draw()}\n\`\`\``);
  // Functions, because "$" in a replacement text is a reference.
  return document.replace(diagram, () => drawn.shift() ?? "").replace(table, () => derivedStates());
}
