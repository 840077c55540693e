import type { StatementFormat } from "../entry.ts";

/** The three messages: their element, and the element of a statement in it. */
const messages = {
  BkToCstmrAcctRpt: { format: "camt.052", statement: "Rpt" },
  BkToCstmrStmt: { format: "camt.053", statement: "Stmt" },
  BkToCstmrDbtCdtNtfctn: { format: "camt.054", statement: "Ntfctn" },
} as const;

type Message = { readonly format: StatementFormat; readonly statement: string };

export const findMessage = (element: string): Message | undefined =>
  Object.hasOwn(messages, element) ? messages[element as keyof typeof messages] : undefined;

/**
 * The name of an ISO 20022 message in a namespace, such as camt.053.001.08. National namespaces contain it as well: Austria's
 * ISO:camt.053.001.02:APC:STUZZA:payments:003, Switzerland's http://…/camt.053.001.04.xsd.
 */
export const messageName = (uri: string): string | undefined =>
  /\b([a-z]{4}\.\d{3}\.\d{3}\.\d{2})\b/.exec(uri)?.[1];
