import type { NewBankEntry } from "./bank-entry.ts";

/** An entry without names, accounts and texts of people, as `kassa customers erase` leaves one. References and amounts stay. */
export function withoutPeople(entry: NewBankEntry): NewBankEntry {
  return {
    ...entry,
    details: entry.details.map((details) => ({
      ...details,
      remittance: null,
      debtor: null,
      creditor: null,
      ultimateDebtor: null,
      purpose: null,
      returnReason: details.returnReason && { ...details.returnReason, text: null },
    })),
    more: { ...entry.more, additionalInformation: null },
  };
}
