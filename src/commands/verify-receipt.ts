import { readFile } from "node:fs/promises";
import process from "node:process";
import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { visibleText } from "../kernel/visible-text.ts";
import { publishedKeysPath, publishedWithinSeconds, readPublishedKeys } from "../receipts/published-keys.ts";
import type { Receipt } from "../receipts/schemas.ts";
import type { PublishedKey } from "../receipts/signing-key.ts";
import { type ReceiptFault, type VerifiedReceipt, verifyReceipt } from "../receipts/verify-receipt.ts";
import { callerFile } from "./caller-file.ts";
import { print } from "./output.ts";

type VerifyOptions = { keys: string; json: boolean };

/** Why a receipt couldn't be checked. */
type Obstacle = { readonly code: "file_unreadable" | "keys_unreadable"; readonly detail: string };

/** The exit codes of `kassa receipts verify`; scripts rely on them. */
const exitCodes = { genuine: 0, notGenuine: 1, notChecked: 2 } as const;

/**
 * `kassa receipts verify`: checks whether a file is a receipt signed with one of the keys. Uses no network, database or
 * configuration. Exits with 0 when it is genuine, 1 when it isn't, 2 when it couldn't be checked.
 */
export async function verifyReceiptCommand(file: string, options: VerifyOptions): Promise<void> {
  const keys = await readKeys(options.keys);
  const text = await readText(file);
  if (!keys.ok) return tell(options, exitCodes.notChecked, keys.failure);
  if (!text.ok) return tell(options, exitCodes.notChecked, text.failure);
  const verified = verifyReceipt(text.value, keys.value);
  if (!verified.ok) return tell(options, exitCodes.notGenuine, verified.failure);
  print(options.json, present(verified.value), () => lines(verified.value, options.keys));
}

function tell(
  { json, keys }: VerifyOptions,
  exitCode: number,
  { code, detail }: ReceiptFault | Obstacle,
): void {
  process.exitCode = exitCode;
  if (json) {
    print(json, { object: "receipt.verification", genuine: false, code, detail }, () => []);
    return;
  }
  const verdict = exitCode === exitCodes.notGenuine ? verdictOf(code) : "The receipt wasn't checked.";
  console.error([`✗ ${verdict} ${detail}`, ...hints(code, keys)].map(visibleText).join("\n"));
}

const verdictOf = (code: string): string =>
  code === "withdrawn_key" ? "This receipt is no longer proof." : "This is not a genuine receipt.";

function hints(code: string, keys: string): string[] {
  if (code === "unknown_key")
    return [
      `  It was signed by somebody else, or with a key that is newer than ${keys}: get the keys again from the issuer's own address. A new key is published there within ${publishedWithinSeconds} seconds.`,
    ];
  if (code === "withdrawn_key")
    return ["  Get the receipt again from its issuer, who signs it with another key."];
  if (code === "keys_unreadable")
    return [
      `  Download the issuer's keys first: curl -o kassa-receipt-keys.json https://ISSUER${publishedKeysPath}`,
    ];
  return [];
}

async function readKeys(file: string): Promise<Result<readonly PublishedKey[], Obstacle>> {
  const text = await readText(file);
  if (!text.ok)
    return failed({
      code: "keys_unreadable",
      detail: `There are no keys to check it with. ${text.failure.detail}`,
    });
  const keys = readPublishedKeys(text.value);
  return keys.ok
    ? keys
    : failed({ code: "keys_unreadable", detail: `The keys in ${file} can't be used. ${keys.failure}` });
}

async function readText(file: string): Promise<Result<string, Obstacle>> {
  try {
    return success(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(callerFile(file))));
  } catch (error) {
    return failed({ code: "file_unreadable", detail: `${file} can't be read: ${reasonOf(error)}.` });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return "it isn't text in UTF-8";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? String(error);
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "you may not read it",
  EISDIR: "it is a folder",
};

function present({ receipt, key }: VerifiedReceipt) {
  return { object: "receipt.verification", genuine: true, keyId: key.keyId, receipt };
}

function lines({ receipt, key }: VerifiedReceipt, keysFile: string): string[] {
  const { merchant, captures } = receipt;
  return [
    "✓ The receipt is genuine: nothing in it was changed since it was signed.",
    ...(receipt.notice === null ? [] : [`! ${receipt.notice}`]),
    `  signed by   ${receipt.issuer}, ${receipt.createdAt}`,
    `  with key    ${key.keyId} (${key.mode}), from ${keysFile}`,
    `  receipt     ${receipt.number}`,
    `  paid to     ${merchant.name} (${merchant.id})`,
    `  amount      ${inWords(receipt, receipt.amount)}`,
    ...(captures.length > 1
      ? captures.map((part) => `              ${inWords(receipt, part.amount)} on ${part.capturedAt}`)
      : []),
    `  paid on     ${receipt.paidAt}`,
    `  paid with   ${methodOf(receipt)}`,
    `  payment     ${receipt.payment}`,
    "  Later refunds are not part of a receipt.",
  ];
}

/** "25.99 EUR". For a currency that this version doesn't know: "2599 minor units of XYZ". */
function inWords({ currency }: Receipt, amount: number): string {
  const known = findCurrency(currency);
  return known
    ? `${toDecimalString(amount, known.exponent)} ${currency}`
    : `${amount} minor units of ${currency}`;
}

function methodOf({ method: { type, card, bankAccount } }: Receipt): string {
  if (card !== null) return `${card.brand} ending in ${card.last4}`;
  const name = type.replaceAll("_", " ");
  return bankAccount === null ? name : `${name}, account ending in ${bankAccount.last4}`;
}
