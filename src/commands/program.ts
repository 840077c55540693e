import { readFileSync } from "node:fs";
import { Argument, Command, Option } from "commander";
import { containsCardNumber } from "../kernel/card-number.ts";
import { printCandidates, printCompletion, shells } from "./completion.ts";
import { addExamples } from "./examples.ts";

/** Loads a command when it is given: the server's code takes most of the time that a small command would need. */
const later =
  <Arguments extends unknown[]>(load: () => Promise<(...given: Arguments) => Promise<void>>) =>
  async (...given: Arguments): Promise<void> =>
    (await load())(...given);

const json = (): Option => new Option("--json", "print one JSON document").default(false);
const mode = (): Option =>
  new Option("--mode <mode>", "which mode the key is for").choices(["sandbox", "live"]).makeOptionMandatory();

/** Kassa's own version, as package.json has it. */
function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}

/**
 * The command line. Every command works while a server runs and while none does. Faults in the arguments are thrown as
 * CommanderError, once they are printed; `quiet` leaves the printing to the caller.
 */
export function makeProgram({ quiet = false } = {}): Command {
  const program = new Command("kassa")
    .description("The checkout a business owns.")
    .version(ownVersion(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput(quiet ? { writeErr: () => {} } : {})
    .showHelpAfterError("(add --help for what a command takes)")
    .showSuggestionAfterError();
  program
    .command("serve")
    .description("answer requests and do all background work")
    .action(later(async () => (await import("./serve.ts")).serve));
  program
    .command("migrate")
    .description("bring the database to this version")
    .addOption(
      new Option("--distribute <by>", "spread the tenants' tables over the nodes of a Citus cluster").choices(
        ["citus"],
      ),
    )
    .addOption(json())
    .action(later(async () => (await import("./migrate.ts")).migrateCommand));
  program
    .command("doctor")
    .description("check the installation and say what to mend")
    .addOption(json())
    .action(later(async () => (await import("./doctor.ts")).doctor));
  program
    .command("listen")
    .description("forward the sandbox's events to an address on this machine, signed like real webhooks")
    .requiredOption("--forward-to <url>", "where to, such as localhost:3000/hook")
    .option("--tenant <id>", "whose events; may be left out while there is one tenant")
    .addOption(json())
    .action(later(async () => (await import("./listen.ts")).listen));
  program
    .command("sandbox-psp")
    .description("run the simulated PSP as a process of its own (for tests of faults)")
    .option("--port <port>", "where to listen", "8081")
    .action(later(async () => (await import("./sandbox-psp.ts")).sandboxPsp));
  addLedger(program);
  addReceipts(program);
  addSecrets(program);
  addAudit(program);
  addCustomers(program);
  addHolds(program);
  addPage(program);
  addTenants(program);
  addKeys(program);
  addCompletion(program);
  addExamples(program);
  program.hook("preAction", (_, command) => refuseCardNumbers(command));
  return program;
}

/** Names and notes are given on the command line, too, and stored. */
function refuseCardNumbers(command: Command): void {
  const texts = [...command.args, ...Object.values(command.opts()).flat()];
  if (texts.some((text) => typeof text === "string" && containsCardNumber(text)))
    command.error("error: an argument seems to hold a card number; nothing was done", { code: "kassa.card" });
}

function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes kassa's commands and options in your shell")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .action(printCompletion);
  program.command("complete", { hidden: true }).argument("[words...]").action(printCandidates(program));
}

function addLedger(program: Command): void {
  program
    .command("ledger")
    .description("look after the books")
    .command("verify")
    .description("recompute all balances, hold them against the payments, and say what differs")
    .option("--tenant <id>", "whose books (default: everybody's)")
    .addOption(json())
    .action(later(async () => (await import("./ledger.ts")).verifyLedgerCommand));
}

function addPage(program: Command): void {
  const page = program.command("page").description("look after the safety of the payment page");
  page
    .command("check")
    .description("open the payment page as a consumer does, and say what isn't as it was sent")
    .option("--last", "say what was found last instead", false)
    .option(
      "--at <url>",
      "ask for the page there, to find out whether Kassa or something before it changes it",
    )
    .addOption(json())
    .action(later(async () => (await import("./page-check.ts")).checkPageCommand));
  page
    .command("reports")
    .description("what browsers reported of the pages' policy")
    .option("--days <days>", "of how many days, today included", "7")
    .addOption(json())
    .action(later(async () => (await import("./page-reports.ts")).listPageReportsCommand));
}

function addReceipts(program: Command): void {
  const receipts = program
    .command("receipts")
    .description("verify receipts, and look after the keys that sign them");
  receipts
    .command("verify <file>")
    .description(
      "check a receipt's signature, offline: ends with 0 when it is genuine, 1 when not, 2 when unknown",
    )
    .option("--keys <file>", "the issuer's public keys, as they were published", "kassa-receipt-keys.json")
    .addOption(json())
    .action(later(async () => (await import("./verify-receipt.ts")).verifyReceiptCommand));
  const keys = receipts.command("keys").description("list, roll and withdraw the keys that sign receipts");
  keys
    .command("list")
    .description("list all keys that there ever were; what signs is sealed and can't be shown")
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).listReceiptKeysCommand));
  keys
    .command("roll")
    .description(
      "make a new key and have it sign from now on; the old one stays published, and caches publish the new one within 70 seconds",
    )
    .addOption(mode())
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).rollReceiptKeyCommand));
  keys
    .command("withdraw <key>")
    .description(
      "withdraw a key that somebody else may have: what it signed proves nothing any more, and is signed again",
    )
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).withdrawReceiptKeyCommand));
}

function addSecrets(program: Command): void {
  program
    .command("secrets")
    .description("look after the key that seals the secrets in the database")
    .command("rotate")
    .description("seal everything with the current key, so that the one before can be removed")
    .addOption(json())
    .action(later(async () => (await import("./secrets.ts")).rotateSecretsCommand));
}

function addAudit(program: Command): void {
  program
    .command("audit")
    .description("show who changed keys, tenants, settings and secrets, the newest first")
    .option("--tenant <id>", "of one tenant (default: everything)")
    .option("--since <time>", "since a date, or for so many days, such as 7d")
    .option("--limit <count>", "how many at most", "50")
    .addOption(json())
    .action(later(async () => (await import("./audit.ts")).audit));
}

function addCustomers(program: Command): void {
  program
    .command("customers")
    .description("answer customers' requests about their data")
    .command("erase <email>")
    .description("take a customer out of a tenant's data; amounts and ids stay, for the books")
    .option("--tenant <id>", "whose customer; may be left out while there is one tenant")
    .addOption(json())
    .action(later(async () => (await import("./customers.ts")).eraseCustomerCommand));
}

function addHolds(program: Command): void {
  const holds = program
    .command("holds")
    .description("look after accounts at which captures, voids and refunds wait for a comparison");
  holds
    .command("list")
    .description("list the accounts that are held since the database was restored or has failed over")
    .option("--tenant <id>", "of one tenant (default: everybody's)")
    .addOption(json())
    .action(later(async () => (await import("./holds.ts")).listHoldsCommand));
  holds
    .command("release")
    .description("let movements begin at an account that can't be compared; one may then be made twice")
    .option("--tenant <id>", "whose account; may be left out while there is one tenant")
    .requiredOption("--account <id>", "the connector account, as `holds list` names it")
    .option("--reason <text>", "why, for the audit log; the command refuses to go on without one")
    .addOption(json())
    .action(later(async () => (await import("./holds.ts")).releaseHoldCommand));
}

function addTenants(program: Command): void {
  const tenants = program.command("tenants").description("make, list, rename and close tenants");
  tenants
    .command("create")
    .description("make a tenant with a key for each mode; the secrets are shown once")
    .requiredOption("--name <name>", "the merchant's name, as consumers read it")
    .option("--support-email <email>", "whom consumers can ask")
    .option("--support-url <url>", "where consumers find help")
    .option("--support-phone <number>", "where consumers can call")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).createTenantCommand));
  tenants
    .command("list")
    .description("list the tenants")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).listTenantsCommand));
  tenants
    .command("rename <id> <name>")
    .description("give a tenant another name; a display name that is set for the payment page stays")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).renameTenantCommand));
  tenants
    .command("close <id>")
    .description("refuse a tenant's keys and new payments; payments under way still settle")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).closeTenantCommand));
  tenants
    .command("reopen <id>")
    .description("open a closed tenant again, with the keys that it had")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).reopenTenantCommand));
  tenants
    .command("limit")
    .description('limit what a tenant\'s keys can do; an empty value ("") takes a limit back')
    .option("--tenant <id>", "whose; may be left out while there is one tenant")
    .option(
      "--allowed-hosts <hosts>",
      "the only hosts to which sessions send customers, such as shop.example,*.shop.example",
    )
    .option("--rate-limits <limits>", "requests a second of each key, such as live=500,sandbox=50")
    .addOption(json())
    .action(later(async () => (await import("./tenant-limits.ts")).limitTenantCommand));
  addPageSettings(tenants);
}

/** Of one tenant, and of both modes unless one is named. */
function addPageSettings(tenants: Command): void {
  const ofTenant = (command: Command): Command =>
    command
      .option("--tenant <id>", "whose; may be left out while there is one tenant")
      .addOption(new Option("--mode <mode>", "only this mode's (default: both)").choices(["sandbox", "live"]))
      .addOption(json());
  ofTenant(
    tenants
      .command("show")
      .description("show what is set about the payment page, and the colours that it uses"),
  ).action(later(async () => (await import("./settings.ts")).showSettingsCommand));
  ofTenant(
    tenants
      .command("set")
      .description(
        'change what is set about the payment page and late funds; an empty value ("") takes a setting back',
      )
      .option("--display-name <name>", "the merchant's name, as customers read it")
      .option("--brand-color <color>", "of buttons and links, such as #1f4e8c")
      .option("--default-locale <tag>", "the language where nothing says what the customer reads")
      .option("--support-email <email>", "whom customers can write to")
      .option("--support-url <url>", "where customers find help")
      .option("--support-phone <number>", "where customers can call")
      .option(
        "--late-funds <refund|keep>",
        "what becomes of money that nobody waited for: too late, or too much",
      )
      .option(
        "--amount-limit <limit...>",
        'a session\'s smallest and largest amount in a currency, in minor units: EUR=50..1000000, EUR=50.., EUR=..1000000, or "EUR=" to take them back',
      ),
  ).action(later(async () => (await import("./settings.ts")).changeSettingsCommand));
  ofTenant(
    tenants
      .command("logo [file]")
      .description("set the logo: a PNG, JPEG, WebP or SVG of at most 128 KiB")
      .option("--remove", "take it away"),
  ).action(later(async () => (await import("./settings.ts")).setLogoCommand));
}

function addKeys(program: Command): void {
  const keys = program.command("keys").description("make, list, roll and revoke API keys");
  keys
    .command("create")
    .description("make a key; its secret is shown once")
    .option("--tenant <id>", "whose key; may be left out while there is one tenant")
    .addOption(mode())
    .option("--name <name>", "a note for yourselves")
    .option("--scope <scope...>", "what it may do (default: full), such as checkout_sessions:write")
    .option("--network <network...>", "addresses that may use it, such as 203.0.113.0/24 (default: all)")
    .option("--expires-in <days>", "days until it ends (default: never)")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).createKeyCommand));
  keys
    .command("list")
    .description("list the keys of a tenant; secrets are not kept and can't be shown")
    .option("--tenant <id>", "whose keys; may be left out while there is one tenant")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).listKeysCommand));
  keys
    .command("roll <id>")
    .description("make a key like this one and let this one end")
    .option("--overlap <hours>", "hours during which both are taken", "24")
    .option("--expires-in <days>", "when the new one ends (default: when this one would have)")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).rollKeyCommand));
  keys
    .command("revoke <id>")
    .description("end a key within a second")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).revokeKeyCommand));
}
