import { script } from "../checkout-page/assets.ts";

/** A script that runs on a page, as PCI DSS 6.4.3 wants it listed. */
export type InventoriedScript = {
  /** Where browsers load it from; the name holds the digest. */
  readonly path: string;
  /** What the tag and the policy name it by. */
  readonly integrity: string;
  /** The pages that load it, for people. */
  readonly pages: string;
  /** The file that it is, byte for byte. */
  readonly source: string;
  readonly purpose: string;
  readonly authorisedBy: string;
};

/**
 * Every script of every page of Kassa's. Another one, or another byte in this one, changes docs/page-security.md, which
 * is generated from it: a script gets onto the page by a commit that says so, and in no other way.
 */
export const scriptInventory: readonly InventoriedScript[] = [
  {
    path: script.path,
    integrity: script.integrity,
    pages: "The payment page and the receipt, in all their states",
    source: "src/checkout-page/assets/checkout.js",
    purpose:
      "Groups digits while they are typed, keeps a form from being sent twice, counts down to the session's end, copies a transfer's details, prints a receipt, and shows the result once there is one. It reads what is typed only to format it in its field, sends nothing, and asks for the session's state.",
    authorisedBy:
      "Kassa's maintainers, who review each change of the file before a release; and the operator, by installing that release",
  },
];
