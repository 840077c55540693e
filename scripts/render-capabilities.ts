import { createBankTransferConnector } from "../src/connectors/bank-transfer/connector.ts";
import type { TransferDesk } from "../src/connectors/bank-transfer/desk.ts";
import type { Capabilities, CaptureCapability } from "../src/connectors/capabilities.ts";
import { connectorsTo } from "../src/connectors/connectors.ts";
import type { Connector } from "../src/connectors/contract.ts";

/** docs/how-to/psps.md with the current table of what each PSP can do. @throws Error if the table's marks are missing */
export function withCapabilities(document: string): string {
  const [from, to] = [
    "<!-- capabilities: generated from the connectors -->\n",
    "<!-- end of capabilities -->",
  ];
  const start = document.indexOf(from);
  const end = document.indexOf(to);
  if (start < 0 || end < start) throw new Error("docs/how-to/psps.md lacks the marks of the capabilities");
  return `${document.slice(0, start + from.length)}\n${table()}\n${document.slice(end)}`;
}

const unasked = () => Promise.reject(new Error("a generator asks nobody"));

const heading = "| PSP | Method | Capture | Refunds | Disputes | After a restore |";

function table(): string {
  // Nothing is called: the connectors are only asked which functions they have.
  const uncalled = () => ({ send: unasked });
  const desk: TransferDesk = {
    ...{ expect: unasked, find: unasked, end: unasked, listFollowing: unasked },
    ...{ findReversal: unasked, refund: unasked, findRefund: unasked },
  };
  const connectors = [...connectorsTo(uncalled, () => null), createBankTransferConnector(desk)];
  const rows = connectors.flatMap(rowsOf);
  return `${heading}\n| --- | --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

function rowsOf(connector: Connector): string[] {
  const { title, capabilities } = connector;
  return Object.entries<NonNullable<Capabilities[keyof Capabilities]>>(capabilities({})).map(
    ([method, { capture, refundDays }]) => {
      const refunds = refundDays === null ? "no limit named" : `for ${refundDays} days`;
      const compared = connector.listCharges ? "compared" : "by hand";
      return `| ${title} | \`${method}\` | ${captures[capture]} | ${refunds} | ${disputesOf(connector)} | ${compared} |\n`;
    },
  );
}

const captures: Readonly<Record<CaptureCapability, string>> = {
  at_once: "at once",
  once: "at once, or later: one capture, which releases the rest",
  in_parts: "at once, or later in parts",
};

function disputesOf({ disputes }: Connector): string {
  if (!disputes) return "none";
  const answers = [disputes.submitEvidence && "evidence", disputes.accept && "acceptance"].filter(Boolean);
  return answers.length === 0 ? "read" : `read, ${answers.join(", ")}`;
}
