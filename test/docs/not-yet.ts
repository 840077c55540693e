/** Pages whose code `code-blocks.test.ts` doesn't run, and why. Every other page is run. */
const operators = "commands of an operator, which change the machine; test/start runs those that can be run";
const pspNeeded = "needs an account at the PSP";

export const notYet: Readonly<Record<string, string>> = {
  "docs/contributing/performance.md": "takes minutes, and measures",
  "docs/contributing/reliability.md": "takes minutes; CI runs the prover",
  "docs/explanation/ledger.md": "needs settlements of a PSP; src/settlements and src/ledger test them",
  "docs/how-to/adyen.md": pspNeeded,
  "docs/how-to/mollie.md": pspNeeded,
  "docs/how-to/paypal.md": pspNeeded,
  "docs/how-to/psps.md": pspNeeded,
  "docs/how-to/stripe.md": pspNeeded,
  "docs/how-to/api-keys.md": operators,
  "docs/how-to/dashboard.md": operators,
  "docs/how-to/branding.md":
    "needs a logo and commands of an operator; test/api/settings.test.ts makes the calls",
  "docs/how-to/disputes.md": "needs disputes; test/api/disputes.test.ts makes the calls",
  "docs/how-to/receipts.md": "needs jq and openssl; src/receipts tests the commands",
  "docs/operate/audit.md": operators,
  "docs/operate/backup.md": operators,
  "docs/operate/database.md": operators,
  "docs/operate/distributed.md": operators,
  "docs/operate/install.md": operators,
  "docs/operate/retention.md": operators,
  "docs/operate/secrets.md": operators,
  "docs/operate/troubleshooting.md": operators,
  "docs/operate/upgrade.md": operators,
  "docs/reference/bank-statements.md": "needs files of banks; src/bank-statements tests the commands",
  "docs/reference/command-line.md": operators,
  "docs/reference/sdk.md":
    "fragments of frameworks that aren't installed; test/sdk runs those that can be run",
};
