import { findCurrency } from "../kernel/currency.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import type { AccountType, BankAccount } from "./account.ts";
import { checkIban, checkQrIban } from "./check-iban.ts";
import { checkPixKey } from "./check-pix-key.ts";
import type { CreateAccountBody, UpdateAccountBody } from "./schemas.ts";
import { statementName } from "./statement-name.ts";

export type NewAccount = Omit<BankAccount, "id" | "mode" | "status" | "createdAt">;

type IdentifyingField = "iban" | "qrIban" | "sortCode" | "accountNumber" | "pixKey" | "upiId";
type Check = (text: string) => Result<string, string>;

const digitsOf =
  (count: number, what: string): Check =>
  (text) => {
    const digits = text.replace(/[\s-]/g, "");
    if (new RegExp(`^[0-9]{${count}}$`).test(digits)) return success(digits);
    return failed(`It has to be ${what}: ${count} digits, with or without spaces and dashes.`);
  };

const checkUpiId: Check = (text) =>
  /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(text)
    ? success(text.toLowerCase())
    : failed("It has to be a UPI id such as name@bank.");

/** The fields that identify an account of each type, and the only currencies of its payments; null for any. */
const types: Readonly<
  Record<
    AccountType,
    {
      readonly fields: Readonly<Partial<Record<IdentifyingField, Check>>>;
      readonly currencies: readonly string[] | null;
    }
  >
> = {
  iban: { fields: { iban: checkIban }, currencies: null },
  qr_iban: { fields: { qrIban: checkQrIban }, currencies: ["CHF", "EUR"] },
  uk_account: {
    fields: { sortCode: digitsOf(6, "a sort code"), accountNumber: digitsOf(8, "an account number") },
    currencies: ["GBP"],
  },
  pix_key: { fields: { pixKey: checkPixKey }, currencies: ["BRL"] },
  upi_id: { fields: { upiId: checkUpiId }, currencies: ["INR"] },
};

const identifyingFields = ["iban", "qrIban", "sortCode", "accountNumber", "pixKey", "upiId"] as const;

/** Checks what a schema can't: that the fields are those of the type, and their formats and check digits. */
export function checkNewAccount(body: CreateAccountBody): Result<NewAccount, Problem> {
  const { type, holder, label = null, statementAccounts = [] } = body;
  const address = toAddress(body.address ?? null);
  const currency = findCurrency(body.currency);
  const identifier = readIdentifier(body);
  const faults = [
    ...(identifier.ok ? [] : identifier.failure),
    ...faultsOfCurrency(type, currency?.code),
    ...faultsOfDetails(body, type),
  ];
  const combined = combineProblems(faults);
  if (combined || !identifier.ok || !currency) return failed(combined ?? currencyUnknown);
  const bic = body.bic?.toUpperCase() ?? null;
  return success({
    type,
    identifier: identifier.value,
    currency: currency.code,
    holder,
    bic,
    address,
    label,
    statementAccounts,
  });
}

function readIdentifier(body: CreateAccountBody): Result<string, Problem[]> {
  const { fields } = types[body.type];
  const faults: Problem[] = [];
  let identifier = "";
  for (const field of identifyingFields) {
    const check = fields[field];
    const text = body[field];
    if (check === undefined && text === undefined) continue;
    if (check === undefined)
      faults.push(
        problem("parameter_invalid", `An account of type ${body.type} has no ${field}.`, `/${field}`),
      );
    else if (text === undefined)
      faults.push(
        problem("parameter_missing", `An account of type ${body.type} needs ${field}.`, `/${field}`),
      );
    else {
      const checked = check(text);
      if (checked.ok) identifier += checked.value;
      else faults.push(problem("parameter_invalid", checked.failure, `/${field}`));
    }
  }
  return faults.length === 0 ? success(identifier) : failed(faults);
}

const currencyUnknown = problem(
  "currency_invalid",
  "It isn't the code of an active ISO 4217 currency.",
  "/currency",
);

function faultsOfCurrency(type: AccountType, code: string | undefined): Problem[] {
  const { currencies } = types[type];
  if (code === undefined) return [currencyUnknown];
  if (currencies === null || currencies.includes(code)) return [];
  return [
    problem(
      "parameter_invalid",
      `Payments to an account of type ${type} are in ${currencies.join(" or ")}.`,
      "/currency",
    ),
  ];
}

/** An address with its optional parts. */
export const toAddress = (given: Exclude<CreateAccountBody["address"], undefined>): BankAccount["address"] =>
  given && { ...given, street: given.street ?? "", buildingNumber: given.buildingNumber ?? "" };

/** The faults of the fields that can be changed. */
export function faultsOfDetails(body: UpdateAccountBody, type: AccountType): Problem[] {
  const { holder, label, bic, address, statementAccounts = [] } = body;
  return [
    ...faultOfText(holder, "/holder"),
    ...faultOfText(label, "/label"),
    ...Object.entries(address ?? {}).flatMap(([field, text]) => faultOfText(text, `/address/${field}`)),
    ...(bic ? faultOfBic(bic, type) : []),
    ...statementAccounts.flatMap((text, at) => faultOfStatementAccount(text, `/statementAccounts/${at}`)),
  ];
}

function faultOfText(text: string | null | undefined, param: string): Problem[] {
  const forbidden = text ? findForbiddenText(text) : undefined;
  if (!forbidden) return [];
  return [problem("text_invalid", `It must not contain ${forbidden.codePoint}: ${forbidden.reason}.`, param)];
}

/** ISO 9362: bank, country, place, and a branch or none. */
function faultOfBic(bic: string, type: AccountType): Problem[] {
  if (type !== "iban" && type !== "qr_iban")
    return [problem("parameter_invalid", "Only accounts with an IBAN or QR-IBAN have a BIC.", "/bic")];
  if (/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(bic)) return [];
  return [
    problem("parameter_invalid", "It has to be a BIC of 8 or 11 characters, such as DEUTDEFF500.", "/bic"),
  ];
}

function faultOfStatementAccount(text: string, param: string): Problem[] {
  const fault = faultOfText(text, param);
  if (fault.length > 0 || statementName(text) !== "") return fault;
  return [problem("parameter_invalid", "It has to contain letters or digits.", param)];
}
