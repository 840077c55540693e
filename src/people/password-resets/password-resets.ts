import { randomBytes } from "node:crypto";
import type { Transaction } from "../../database/transaction.ts";
import { randomDigits } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { Keyring } from "../../kernel/seal.ts";
import type { PeopleDeps } from "../deps.ts";
import { deleteSignIns, getPersonByEmail, type PersonRow } from "../queries.ts";
import { hashNewPassword } from "../sign-in/passwords.ts";
import {
  countRecentResets,
  deleteSecondFactors,
  insertReset,
  lockReset,
  setPassword,
  useReset,
  worksOnlyFor,
} from "./queries.ts";

/** How long a link is good that was sent by mail. */
const mailedSeconds = 60 * 60;
/** One that an owner passes on, perhaps tomorrow. */
const handedSeconds = 2 * 86_400;
/** Nobody's mailbox is filled by others who ask for links. */
const mailedPerHour = 5;

/** The path of the page that sets a new password. The secret is in the fragment, which no server and no log sees. */
const resetPath = (secret: string): string => `/dashboard/reset#${secret}`;

type Reset = {
  readonly personId: string;
  readonly tenantId: number | null;
  readonly removesSecondFactors: boolean;
};

function insert(keyring: Keyring, trx: Transaction, reset: Reset, goodForSeconds: number): string {
  const secret = randomBytes(32).toString("base64url");
  const id = `reset_${randomDigits(22)}`;
  insertReset(trx, { ...reset, id, secretHash: hashOf(keyring, secret), goodForSeconds });
  return resetPath(secret);
}

const hashOf = (keyring: Keyring, secret: string): Buffer => keyring.digest("password-reset", secret);

/** A person, and the path of a link for them. */
export type ResetLink = { readonly person: PersonRow; readonly path: string };

/**
 * Makes the link that is sent to somebody who has forgotten their password. It leaves their second factor as it is: who reads their mail
 * isn't them yet. Undefined for an unknown address, and for one that got a link within the last minute or five within the last hour.
 */
export function resetForMail(
  { database, keyring }: PeopleDeps,
  email: string,
  origin: string,
): Promise<ResetLink | undefined> {
  return database.inPeople(
    async (trx) => {
      const person = await getPersonByEmail(trx, email.trim().toLowerCase());
      if (!person) return undefined;
      const { inLastHour, inLastMinute } = await countRecentResets(trx, person.id);
      if (inLastMinute > 0 || inLastHour >= mailedPerHour) return undefined;
      const reset = { personId: person.id, tenantId: null, removesSecondFactors: false };
      return { person, path: insert(keyring, trx, reset, mailedSeconds) };
    },
    { name: "sign-in", origin },
  );
}

const otherTenants = problem(
  "reset_refused",
  "This person also works for another tenant or operates this installation, so an owner can't reset their sign-in. They can request a link by mail, or the operator can create one with kassa people reset-link.",
);

/**
 * Makes the link that an owner passes on to a member of the team, who has lost their password and perhaps their phone, in a transaction of
 * the caller's. Fails with `reset_refused` for who works elsewhere, too: an owner may not become them there.
 */
export async function resetForMember(
  { keyring }: Pick<PeopleDeps, "keyring">,
  trx: Transaction,
  tenantId: number,
  reset: Omit<Reset, "tenantId">,
): Promise<Result<{ readonly path: string }, Problem>> {
  if (!(await worksOnlyFor(trx, reset.personId, tenantId))) return failed(otherTenants);
  return success({ path: insert(keyring, trx, { ...reset, tenantId }, handedSeconds) });
}

/** Makes a link for anybody, for a command on the server. Undefined for an unknown address. */
export function resetForOperator(
  { database, keyring }: PeopleDeps,
  email: string,
): Promise<ResetLink | undefined> {
  return database.inPeople(async (trx) => {
    const person = await getPersonByEmail(trx, email.trim().toLowerCase());
    if (!person) return undefined;
    const reset = { personId: person.id, tenantId: null, removesSecondFactors: true };
    return { person, path: insert(keyring, trx, reset, handedSeconds) };
  });
}

const gone = problem("reset_invalid", "This link was already used or has expired. Request a new one.");

/** Whose password a link sets. Fails with `reset_invalid`. */
export function readReset(
  { database, keyring }: PeopleDeps,
  secret: string,
): Promise<Result<PersonRow & { readonly removesSecondFactors: boolean }, Problem>> {
  return database.inPeople(async (trx) => {
    const reset = await lockReset(trx, hashOf(keyring, secret));
    if (!reset) return failed(gone);
    const { person, removesSecondFactors } = reset;
    return success({ ...person, removesSecondFactors });
  });
}

/** Sets a new password, once for each link, and ends the person's sign-ins. Fails with `reset_invalid`, `reset_refused` or `parameter_invalid`. */
export async function setNewPassword(
  deps: PeopleDeps,
  secret: string,
  password: string,
  origin: string,
): Promise<Result<PersonRow, Problem>> {
  const { database, keyring } = deps;
  const found = await readReset(deps, secret);
  if (!found.ok) return found;
  const { name, email } = found.value;
  const hashed = await hashNewPassword(password, [name, email], deps.passwordCost);
  if (!hashed.ok) return hashed;
  return database.inPeople(
    async (trx) => {
      const reset = await lockReset(trx, hashOf(keyring, secret));
      if (!reset) return failed(gone);
      const { person, tenantId, removesSecondFactors } = reset;
      if (tenantId !== null && !(await worksOnlyFor(trx, person.id, tenantId))) return failed(otherTenants);
      setPassword(trx, person.id, hashed.value);
      if (removesSecondFactors) deleteSecondFactors(trx, person.id);
      deleteSignIns(trx, person.id);
      useReset(trx, reset);
      return success(person);
    },
    { name: `person ${email}`, origin },
  );
}
