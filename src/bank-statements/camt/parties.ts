import type { BankAccount, Party } from "../entry.ts";
import { cleanText, readAccount } from "../texts.ts";
import type { XmlNode } from "./xml-node.ts";

/** The account of an element with Id/IBAN, Id/Othr/Id, or in the Swiss and older forms Id/PrtryAcct/Id. */
export function accountOf(node: XmlNode | undefined): BankAccount | null {
  const id = node?.find("Id");
  return readAccount(
    id?.textOf("IBAN") ??
      id?.textOf("Othr", "Id") ??
      id?.textOf("PrtryAcct", "Id") ??
      id?.textOf("BBAN") ??
      null,
  );
}

/** The name of a party. From version 001.08 on it is within Pty, or the party is a bank (Agt). */
export function nameOf(node: XmlNode | undefined): string | null {
  return cleanText(
    node?.textOf("Nm") ?? node?.textOf("Pty", "Nm") ?? node?.textOf("Agt", "FinInstnId", "Nm") ?? null,
  );
}

/** The debtor or creditor of a transaction. Null if the bank names neither a person nor an account. */
export function partyOf(parties: XmlNode | undefined, role: "Dbtr" | "Cdtr"): Party | null {
  const name = nameOf(parties?.find(role));
  const account = accountOf(parties?.find(`${role}Acct`));
  return name === null && account === null ? null : { name, account };
}
