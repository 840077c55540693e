import { script } from "../checkout-page/assets.ts";

/** A script that runs on a page, with the details that PCI DSS 6.4.3 requires. */
export type InventoriedScript = {
  /** The path from which browsers load it. Its name contains the hash. */
  readonly path: string;
  /** The digest in the tag and in the policy. */
  readonly integrity: string;
  /** The pages that load it, in words. */
  readonly pages: string;
  /** The source file, which is served byte for byte. */
  readonly source: string;
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
    source: "src/checkout-page/assets/checkout.js",
    purpose:
      "Groups digits while the customer types, prevents a second submit, counts down to the session's end, copies the details of a transfer, prints a receipt, and shows the result once there is one. It reads typed text only to format it in its field, sends none of it, and polls the session's state.",
    authorisedBy:
      "Kassa's maintainers, who review each change of the file before a release; and the operator, by installing that release",
  },
];
