import type { Locator, Page } from "playwright-core";
import { disputed } from "../api/disputing.ts";
import { authorize, pay } from "../api/paying.ts";
import type { TestApp } from "../support/app.ts";

export type Press = (button: Locator) => Promise<void>;

/** Something that a person can do and that moves money. */
export type Movement = {
  readonly name: string;
  /** Below the tenant and mode. */
  readonly screen: string;
  /** Leads to the second question. `press` is for the button that asks it. */
  readonly begin: (page: Page, press: Press) => Promise<void>;
  /** What is in question. */
  readonly amount: string;
  /** What the button of the second question says. */
  readonly action: string;
  /** What is sent once that is pressed. */
  readonly request: RegExp;
};

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole("button", { name, exact: true });

/** A button of the screen that opens a dialog, and that of the dialog. */
const byDialog =
  (opening: string, action: string) =>
  async (page: Page, press: Press): Promise<void> => {
    await button(page, opening).first().click();
    await press(button(page.getByRole("dialog"), action));
  };

/** What can be done with payments. */
export async function paymentMovements(kassa: TestApp): Promise<Movement[]> {
  const { id: authorized } = await authorize(kassa);
  const { id: released } = await authorize(kassa);
  const { id: refunded } = await pay(kassa);
  const { payment: disputedOne } = await disputed(kassa, "fraudulent");
  const { payment: answered } = await disputed(kassa, "notReceived");
  const amount = "€25.99";
  return [
    {
      name: "capture",
      screen: `payments/${authorized}`,
      begin: byDialog("Capture", "Capture €25.99"),
      amount,
      action: "Capture €25.99",
      request: /\/capture$/,
    },
    {
      name: "void",
      screen: `payments/${released}`,
      begin: byDialog("Void", "Release €25.99"),
      amount,
      action: "Release €25.99",
      request: /\/void$/,
    },
    {
      name: "refund",
      screen: `payments/${refunded}`,
      begin: byDialog("Refund", "Refund €25.99"),
      amount,
      action: "Refund €25.99",
      request: /\/api\/refunds$/,
    },
    {
      name: "acceptance of a dispute",
      screen: `payments/${disputedOne}`,
      begin: byDialog("Accept the dispute", "Give up €25.99"),
      amount,
      action: "Give up €25.99",
      request: /\/accept$/,
    },
    {
      name: "evidence",
      screen: `payments/${answered}`,
      begin: async (page, press) => {
        await button(page, "Submit evidence").click();
        await page.getByLabel("Anything else that the bank should know").fill("It was delivered.");
        await press(button(page.getByRole("dialog"), "Send to the bank"));
      },
      amount,
      action: "Send to the bank",
      request: /\/evidence$/,
    },
  ];
}

/** What can be decided about charges of another amount: on their page, and among the exceptions. */
export function reviewMovements(accepted: string, returned: string): Movement[] {
  const amount = "€15.60";
  return [
    {
      name: "acceptance of a charge",
      screen: `payments/${accepted}`,
      begin: byDialog("Accept the charge", "Accept €15.60"),
      amount,
      action: "Accept €15.60",
      request: /\/review$/,
    },
    {
      name: "return of a charge",
      screen: `payments/${returned}`,
      begin: byDialog("Return the money", "Return €15.60"),
      amount,
      action: "Return €15.60",
      request: /\/review$/,
    },
    ...["Accept", "Return"].map((action) => ({
      name: `${action} among the exceptions`,
      screen: "exceptions",
      begin: byDialog(action, action),
      amount,
      action,
      request: /\/review$/,
    })),
  ];
}
