import { script, scriptFiles } from "../checkout-page/assets.ts";

/** A script that runs on a page, with the details that PCI DSS 6.4.3 requires. */
export type InventoriedScript = {
  /** The path from which browsers load it. Its name contains the hash. */
  readonly path: string;
  /** The digest in the tag and in the policy. */
  readonly integrity: string;
  /** The pages that load it, in words. */
  readonly pages: string;
  /** The source files, in the order in which they are joined without their imports. */
  readonly sources: readonly string[];
  readonly purpose: string;
  readonly authorisedBy: string;
};

/**
 * Every script of Kassa's pages. docs/explanation/page-security.md is generated from this list, so a new script, or a changed byte in one,
 * also changes that file and is visible in the commit.
 */
export const scriptInventory: readonly InventoriedScript[] = [
  {
    path: script.path,
    integrity: script.integrity,
    pages: "The payment page and the receipt, in all their states",
    sources: scriptFiles.map((file) => `src/checkout-page/assets/${file}`),
    purpose:
      "Groups digits while the customer types, checks the fields, sends the form once to the same address as the form itself, and shows faults and declines in place. Counts down to the session's end and extends it when the customer asks for more time, copies the details of a transfer, prints a receipt, polls the session's state, and shows the result once there is one. It sends typed text to Kassa only, when the customer presses the button, and keeps none of it but in its fields.",
    authorisedBy:
      "Kassa's maintainers, who review each change of the file before a release; and the operator, by installing that release",
  },
];
