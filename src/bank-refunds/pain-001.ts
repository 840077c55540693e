import type { CurrencyExponent } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";

/** A file of transfers in one currency from one account. Amounts are minor units of it. */
export type CreditTransfers = {
  /** At most 35 characters, unique for the bank. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** YYYY-MM-DD. */
  readonly executionDate: string;
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic: string | null };
  readonly currency: string;
  readonly exponent: CurrencyExponent;
  readonly transfers: readonly {
    readonly endToEndId: string;
    readonly amountMinor: number;
    readonly creditorName: string;
    readonly creditorIban: string;
    /** What the payee reads, at most 140 characters. */
    readonly text: string;
  }[];
};

/**
 * The file as ISO 20022 pain.001.001.09, with the elements that SEPA and the Swiss banks ask for.
 * https://www.iso20022.org/iso-20022-message-definitions?search=pain.001
 */
export function pain001(file: CreditTransfers): string {
  const { messageId, createdAt, debtor, transfers } = file;
  const sum = total(file);
  const created = createdAt.toISOString().replace(/\.\d+Z$/, "Z");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${created}</CreDtTm><NbOfTxs>${transfers.length}</NbOfTxs>`,
    `<CtrlSum>${sum}</CtrlSum><InitgPty><Nm>${bankText(debtor.name, 70)}</Nm></InitgPty></GrpHdr>`,
    ...paymentInformation(file, sum),
    "</CstmrCdtTrfInitn></Document>",
    "",
  ].join("\n");
}

function paymentInformation(file: CreditTransfers, sum: string): string[] {
  const { messageId, executionDate, debtor, currency, transfers } = file;
  // Outside of euros there is no SEPA, whose service level banks would refuse.
  const level = currency === "EUR" ? "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" : "";
  const agent = debtor.bic === null ? "<Othr><Id>NOTPROVIDED</Id></Othr>" : `<BICFI>${debtor.bic}</BICFI>`;
  return [
    `<PmtInf><PmtInfId>${messageId}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>${transfers.length}</NbOfTxs>`,
    `<CtrlSum>${sum}</CtrlSum>${level}<ReqdExctnDt><Dt>${executionDate}</Dt></ReqdExctnDt>`,
    `<Dbtr><Nm>${bankText(debtor.name, 70)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...transfers.map((transfer) => transaction(file, transfer)),
    "</PmtInf>",
  ];
}

function transaction(
  { currency, exponent }: CreditTransfers,
  { endToEndId, amountMinor, creditorName, creditorIban, text }: CreditTransfers["transfers"][number],
): string {
  return [
    `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${toDecimalString(amountMinor, exponent)}</InstdAmt></Amt>`,
    `<Cdtr><Nm>${bankText(creditorName, 70)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditorIban}</IBAN></Id></CdtrAcct>`,
    `<RmtInf><Ustrd>${bankText(text, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`,
  ].join("");
}

const total = ({ transfers, exponent }: CreditTransfers): string =>
  toDecimalString(
    transfers.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n),
    exponent,
  );

/** The characters that every SEPA bank accepts; all others become spaces. None of them needs an escape in XML. */
function bankText(text: string, maxLength: number): string {
  const latin = text.replaceAll("ß", "ss").replaceAll("&", "+").normalize("NFKD").replace(/\p{M}/gu, "");
  const plain = latin
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, " ")
    .replace(/ +/g, " ")
    .trim();
  return plain.slice(0, maxLength).trim() || "NOTPROVIDED";
}
