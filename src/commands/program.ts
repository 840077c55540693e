import { Argument, Command, Option } from "commander";
import { connectorNames } from "../connectors/names.ts";
import { eventTypes } from "../events/event-types.ts";
import { containsCardNumber } from "../kernel/card-number.ts";
import { ownVersion } from "../kernel/own-version.ts";
import { paymentStatuses } from "../payments/state.ts";
import { reportFormats, reportNames } from "../settlements/reports/report.ts";
import { printCandidates, printCompletion, shells } from "./completion.ts";
import { addExamples } from "./examples.ts";

/** Imports a command's code only when it is called: loading the server's code would take longer than most commands run. */
const later =
  <Arguments extends unknown[]>(load: () => Promise<(...given: Arguments) => Promise<void>>) =>
  async (...given: Arguments): Promise<void> =>
    (await load())(...given);

const json = (): Option => new Option("--json", "print one JSON document").default(false);
const mode = (): Option =>
  new Option("--mode <mode>", "the mode of the key").choices(["sandbox", "live"]).makeOptionMandatory();

/**
 * The command line. Every command works whether or not a server runs. Invalid arguments are printed and then thrown as
 * CommanderError; with `quiet`, the caller prints them.
 */
export function makeProgram({ quiet = false } = {}): Command {
  const program = new Command("kassa")
    .description("A checkout server that you run yourself.")
    .version(ownVersion(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput(quiet ? { writeErr: () => {} } : {})
    .showHelpAfterError("(--help after a command shows its arguments and options)")
    .showSuggestionAfterError();
  program
    .command("serve")
    .description("serve requests and run all background jobs")
    .action(later(async () => (await import("./serve.ts")).serve));
  program
    .command("migrate")
    .description("bring the database schema to this version of Kassa")
    .addOption(
      new Option(
        "--distribute <by>",
        "distribute the tenants' tables over the nodes of a Citus cluster",
      ).choices(["citus"]),
    )
    .addOption(json())
    .action(later(async () => (await import("./migrate.ts")).migrateCommand));
  program
    .command("doctor")
    .description("check the installation and say what to fix")
    .addOption(json())
    .action(later(async () => (await import("./doctor.ts")).doctor));
  program
    .command("listen")
    .description("forward sandbox events to an address on this machine, signed like real webhooks")
    .requiredOption("--forward-to <url>", "the address, such as localhost:3000/hook")
    .option("--tenant <id>", "whose events; required if there are several tenants")
    .addOption(json())
    .action(later(async () => (await import("./listen.ts")).listen));
  program
    .command("sandbox-psp")
    .description("run the simulated PSP as a separate process (to test failures)")
    .option("--port <port>", "the port to listen on", "8081")
    .action(later(async () => (await import("./sandbox-psp.ts")).sandboxPsp));
  program
    .command("trigger")
    .description("make an event happen in the sandbox: pay, refund, dispute as a customer and merchant would")
    .addArgument(new Argument("<event>", "the type of the event").choices(Object.keys(eventTypes)))
    .option("--set <field...>", "fields of the session, such as amount=5000 currency=USD")
    .option("--tenant <id>", "whose sandbox; required if there are several tenants")
    .addOption(json())
    .action(later(async () => (await import("./trigger/trigger.ts")).triggerCommand));
  addEvents(program);
  addBackup(program);
  addPayments(program);
  addLedger(program);
  addReports(program);
  addSettlements(program);
  addReceipts(program);
  addPeople(program);
  addStatements(program);
  addSecrets(program);
  addAudit(program);
  addCustomers(program);
  addHolds(program);
  addPage(program);
  addTenants(program);
  addKeys(program);
  addConnectors(program);
  addCompletion(program);
  addExamples(program);
  program.hook("preAction", (_, command) => refuseCardNumbers(command));
  return program;
}

/** Arguments such as names are stored, so they must not contain card numbers. */
function refuseCardNumbers(command: Command): void {
  const texts = [...command.args, ...Object.values(command.opts()).flat()];
  if (texts.some((text) => typeof text === "string" && containsCardNumber(text)))
    command.error("error: an argument seems to contain a card number; nothing was done", {
      code: "kassa.card",
    });
}

function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes kassa's commands and options in your shell")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .action(printCompletion);
  program.command("complete", { hidden: true }).argument("[words...]").action(printCandidates(program));
}

function addEvents(program: Command): void {
  program
    .command("events")
    .description("follow events")
    .command("tail")
    .description("print events as they happen, until Ctrl-C; with --json one event of the API in each line")
    .option("--tenant <id>", "whose events; required if there are several tenants")
    .addOption(new Option("--mode <mode>", "only this mode (default: both)").choices(["sandbox", "live"]))
    .option("--type <types>", "only these types, such as payment.*,refund.failed")
    .option("--session <id>", "only events of this checkout session")
    .option("--since <time>", "also those since this day (UTC) or time, such as 2026-11-01")
    .addOption(json())
    .action(later(async () => (await import("./tail-events.ts")).tailEventsCommand));
}

/** Commands for the backup of Kassa's own PostgreSQL. */
function addBackup(program: Command): void {
  const withSecret = (command: Command): Command =>
    command
      .option("--encrypt", "use a passphrase, which is asked for or read from standard input", false)
      .option("--key-file <file>", "use a key file of 32 random bytes or more");
  withSecret(
    program
      .command("backup <file>")
      .description("back up Kassa's own PostgreSQL to a new file, while a server runs or not"),
  )
    .option("--check", "only read an existing backup, and report whether it is complete", false)
    .addOption(json())
    .action(later(async () => (await import("./backup.ts")).backupCommand));
  withSecret(
    program
      .command("restore <file>")
      .description("restore a backup into KASSA_DATA_DIR; nothing is changed if any part of it is invalid"),
  )
    .option("--secrets <file>", "the backup's secrets.json (default: the one in KASSA_DATA_DIR)")
    .option("--wal <folder>", "also replay the log that was archived into this folder (KASSA_WAL_ARCHIVE)")
    .option("--until <time>", "replay up to this moment, such as 2026-11-01T12:00:00Z (default: all of it)")
    .option("--wal-key-file <file>", "the key file of an encrypted archive (default: --key-file)")
    .option("--replace", "move an existing database to another folder", false)
    .addOption(json())
    .action(later(async () => (await import("./restore.ts")).restoreCommand));
  withSecret(
    program
      .command("wal")
      .description("the archived log of Kassa's own PostgreSQL")
      .command("prune")
      .description("remove the log that is older than a backup, once this backup is checked")
      .requiredOption("--before <file>", "the oldest backup that you keep"),
  )
    .option("--wal <folder>", "the folder of the archive (default: KASSA_WAL_ARCHIVE)")
    .addOption(json())
    .action(later(async () => (await import("./prune-wal.ts")).pruneWalCommand));
}

function addPayments(program: Command): void {
  program
    .command("payments")
    .description("find payments")
    .command("search [words...]")
    .description(
      "find payments by an id, a PSP's or your own reference, an e-mail address or a part of it, an amount or the last four digits",
    )
    .option("--tenant <id>", "whose; required if there are several tenants")
    .addOption(new Option("--mode <mode>", "only this mode (default: both)").choices(["sandbox", "live"]))
    .addOption(new Option("--status <status>", "only payments with this status").choices(paymentStatuses))
    .option("--currency <code>", "only payments in this currency, such as EUR")
    .option("--from <time>", "created since this day (UTC) or time, such as 2026-11-01")
    .option("--to <time>", "created up to this day (UTC), or before this time")
    .option("--limit <count>", "at most this many payments of each mode, newest first", "20")
    .addOption(json())
    .action(later(async () => (await import("./search-payments.ts")).searchPaymentsCommand));
}

function addLedger(program: Command): void {
  const ledger = program.command("ledger").description("check the ledger, and close its months");
  ledger
    .command("verify")
    .description("recompute all balances, compare them with the payments and list the differences")
    .option("--tenant <id>", "only this tenant (default: all tenants)")
    .addOption(json())
    .action(later(async () => (await import("./ledger.ts")).verifyLedgerCommand));
  ledger
    .command("close <month>")
    .description("close a month in UTC, such as 2026-11; nothing can be posted in it afterwards")
    .addOption(booksMode())
    .option("--tenant <id>", "whose books (default: the only tenant)")
    .option(
      "--despite-differences",
      "close it even if imports are incomplete or it differs from the PSPs; the differences are stored with the month",
      false,
    )
    .addOption(json())
    .action(later(async () => (await import("./ledger-periods.ts")).closePeriodCommand));
  ledger
    .command("reopen <month>")
    .description("open the last closed month again")
    .requiredOption("--reason <text>", "why; it is stored in the audit log")
    .addOption(booksMode())
    .option("--tenant <id>", "whose books (default: the only tenant)")
    .addOption(json())
    .action(later(async () => (await import("./ledger-periods.ts")).reopenPeriodCommand));
  ledger
    .command("periods")
    .description("list the closed months")
    .addOption(booksMode())
    .option("--tenant <id>", "whose books (default: the only tenant)")
    .addOption(json())
    .action(later(async () => (await import("./ledger-periods.ts")).listPeriodsCommand));
}

function addReports(program: Command): void {
  program
    .command("reports")
    .description("write a report of the ledger for a month or for days, in UTC, to a file or to stdout")
    .addArgument(new Argument("<report>", "which report").choices(reportNames))
    .option("--month <month>", "a month, such as 2026-11")
    .option("--from <day>", "the first day, such as 2026-11-01")
    .option("--to <day>", "the last day, such as 2026-11-30")
    .option("--out <file>", "the file to write (default: stdout)")
    .addOption(
      new Option("--format <format>", "the format (default: by the file's extension, or csv)").choices(
        reportFormats,
      ),
    )
    .addOption(booksMode())
    .option("--tenant <id>", "whose books (default: the only tenant)")
    .action(later(async () => (await import("./reports.ts")).reportCommand));
}

const booksMode = (): Option =>
  new Option("--mode <mode>", "the mode of the books").choices(["sandbox", "live"]).default("live");

function addSettlements(program: Command): void {
  program
    .command("settlements")
    .description("import what PSPs have booked and paid out")
    .command("import")
    .description(
      "import new bookings and payouts now; a server does this every hour. Nothing is stored twice",
    )
    .option("--tenant <id>", "only this tenant (default: all tenants)")
    .option("--account <id>", "the connector account that the report in --file belongs to")
    .option("--file <report>", "import this report of the PSP, such as Adyen's settlement details report")
    .addOption(json())
    .action(later(async () => (await import("./import-settlements.ts")).importSettlementsCommand));
}

function addPage(program: Command): void {
  const page = program.command("page").description("check the integrity of the payment page");
  page
    .command("check")
    .description("request the payment page as a customer does, and list what was changed in transit")
    .option("--last", "print the last result instead", false)
    .option(
      "--at <url>",
      "request the page from this address, to find out whether Kassa or something in front of it changes it",
    )
    .addOption(json())
    .action(later(async () => (await import("./page-check.ts")).checkPageCommand));
  page
    .command("reports")
    .description("list the Content Security Policy violations that browsers reported")
    .option("--days <days>", "of the last days, including today", "7")
    .addOption(json())
    .action(later(async () => (await import("./page-reports.ts")).listPageReportsCommand));
}

function addReceipts(program: Command): void {
  const receipts = program
    .command("receipts")
    .description("verify receipts, and manage the keys that sign them");
  receipts
    .command("verify <file>")
    .description(
      "check a receipt's signature offline; exits with 0 if it is genuine, 1 if not, 2 if it couldn't be checked",
    )
    .option("--keys <file>", "the issuer's published public keys", "kassa-receipt-keys.json")
    .addOption(json())
    .action(later(async () => (await import("./verify-receipt.ts")).verifyReceiptCommand));
  const keys = receipts.command("keys").description("list, roll and withdraw the keys that sign receipts");
  keys
    .command("list")
    .description("list all keys, past and present; private keys are sealed and can't be shown")
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).listReceiptKeysCommand));
  keys
    .command("roll")
    .description(
      "create a new key and sign with it from now on; the old key stays published, and the new one is published everywhere within 70 seconds",
    )
    .addOption(mode())
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).rollReceiptKeyCommand));
  keys
    .command("withdraw <key>")
    .description(
      "withdraw a key that may be compromised: receipts that it signed are rejected from then on, and signed again on request",
    )
    .addOption(json())
    .action(later(async () => (await import("./receipt-keys.ts")).withdrawReceiptKeyCommand));
}

function addPeople(program: Command): void {
  const people = program.command("people").description("who can sign in to the dashboard");
  people
    .command("owner-link")
    .description("make a link that makes a person an owner of a tenant; it works once, for one day")
    .option("--tenant <id>", "which tenant; required if there are several")
    .addOption(json())
    .action(later(async () => (await import("./owner-link.ts")).ownerLinkCommand));
  people
    .command("reset-link <email>")
    .description(
      "make a link to set a new password, for a person who has lost password and phone; it works once, for two days",
    )
    .addOption(json())
    .action(later(async () => (await import("./reset-link.ts")).resetLinkCommand));
}

function addStatements(program: Command): void {
  const statements = program.command("statements").description("check and import bank statements");
  statements
    .command("import <file>")
    .description(
      "store the entries of a bank statement; entries that are known already aren't stored twice, so a file may be imported again",
    )
    .option("--tenant <id>", "whose; required if there are several tenants")
    .addOption(
      new Option("--mode <mode>", "the mode of the bank accounts")
        .choices(["sandbox", "live"])
        .makeOptionMandatory(),
    )
    .option("--account <id>", "refuse the file if it has statements of another bank account than this one")
    .option("--csv-map <file>", "a JSON file that says what the columns of a CSV file mean")
    .addOption(json())
    .action(later(async () => (await import("./import-statement.ts")).importStatementCommand));
  statements
    .command("check <file...>")
    .description(
      "show what Kassa understands in files of camt.052, camt.053, camt.054, MT940 or CSV; nothing is stored, and no database is needed",
    )
    .option("--csv-map <file>", "a JSON file that says what the columns of CSV files mean")
    .option("--entries <number>", "how many entries to list", "10")
    .addOption(json())
    .action(later(async () => (await import("./check-statement.ts")).checkStatementCommand));
}

function addSecrets(program: Command): void {
  program
    .command("secrets")
    .description("manage the key that seals the secrets in the database")
    .command("rotate")
    .description("reseal everything with the current key, so that the previous one can be removed")
    .addOption(json())
    .action(later(async () => (await import("./secrets.ts")).rotateSecretsCommand));
}

function addAudit(program: Command): void {
  program
    .command("audit")
    .description("show who changed keys, tenants, settings and secrets, newest first")
    .option("--tenant <id>", "only this tenant (default: everything)")
    .option("--since <time>", "since a date, such as 2026-11-01, or of the last days, such as 7d")
    .option("--limit <count>", "at most this many entries", "50")
    .addOption(json())
    .action(later(async () => (await import("./audit.ts")).audit));
}

function addCustomers(program: Command): void {
  program
    .command("customers")
    .description("handle customers' requests about their data")
    .command("erase <email>")
    .description("erase a customer from a tenant's data; amounts and ids stay for the ledger")
    .option("--tenant <id>", "whose customer; required if there are several tenants")
    .addOption(json())
    .action(later(async () => (await import("./customers.ts")).eraseCustomerCommand));
}

function addHolds(program: Command): void {
  const holds = program
    .command("holds")
    .description("manage accounts whose captures, voids and refunds are on hold");
  holds
    .command("list")
    .description("list the accounts on hold after a restore or failover of the database")
    .option("--tenant <id>", "only this tenant (default: all tenants)")
    .addOption(json())
    .action(later(async () => (await import("./holds.ts")).listHoldsCommand));
  holds
    .command("release")
    .description(
      "end the hold on an account that can't be compared; a capture, void or refund may then be made twice",
    )
    .option("--tenant <id>", "whose account; required if there are several tenants")
    .requiredOption("--account <id>", "the connector account, as `holds list` prints it")
    .option("--reason <text>", "why, for the audit log; the command refuses to run without it")
    .addOption(json())
    .action(later(async () => (await import("./holds.ts")).releaseHoldCommand));
}

function addTenants(program: Command): void {
  const tenants = program.command("tenants").description("create, list, rename, limit and close tenants");
  tenants
    .command("create")
    .description("create a tenant with a key for each mode; the secrets are shown only once")
    .requiredOption("--name <name>", "the merchant's name, as customers see it")
    .option("--support-email <email>", "where customers can write")
    .option("--support-url <url>", "where customers find help")
    .option("--support-phone <number>", "where customers can call")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).createTenantCommand));
  tenants
    .command("list")
    .description("list the tenants")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).listTenantsCommand));
  tenants
    .command("rename <id> <name>")
    .description("change a tenant's name; a display name set for the payment page stays")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).renameTenantCommand));
  tenants
    .command("close <id>")
    .description("refuse a tenant's keys and new payments; payments in progress still settle")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).closeTenantCommand));
  tenants
    .command("reopen <id>")
    .description("reopen a closed tenant with the same keys")
    .addOption(json())
    .action(later(async () => (await import("./tenants.ts")).reopenTenantCommand));
  tenants
    .command("limit")
    .description('limit what a tenant\'s keys can do; an empty value ("") removes a limit')
    .option("--tenant <id>", "whose; required if there are several tenants")
    .option(
      "--allowed-hosts <hosts>",
      "the only hosts to which sessions may send customers, such as shop.example,*.shop.example",
    )
    .option("--rate-limits <limits>", "requests per second for each key, such as live=500,sandbox=50")
    .addOption(json())
    .action(later(async () => (await import("./tenant-limits.ts")).limitTenantCommand));
  addPageSettings(tenants);
}

/** Commands for the settings of one tenant, in both modes unless one is named. */
function addPageSettings(tenants: Command): void {
  const ofTenant = (command: Command): Command =>
    command
      .option("--tenant <id>", "whose; required if there are several tenants")
      .addOption(new Option("--mode <mode>", "only this mode (default: both)").choices(["sandbox", "live"]))
      .addOption(json());
  ofTenant(
    tenants
      .command("show")
      .description("show the settings of the payment page, and the colours that it uses"),
  ).action(later(async () => (await import("./settings.ts")).showSettingsCommand));
  ofTenant(
    tenants
      .command("set")
      .description(
        'change the settings of the payment page and of late funds; an empty value ("") resets a setting',
      )
      .option("--display-name <name>", "the merchant's name on the payment page")
      .option("--brand-color <color>", "the colour of buttons and links, such as #1f4e8c")
      .option("--default-locale <tag>", "the language when the customer's is unknown")
      .option("--support-email <email>", "where customers can write")
      .option("--support-url <url>", "where customers find help")
      .option("--support-phone <number>", "where customers can call")
      .option("--terms-url <url>", "the terms and conditions that the page links to")
      .option("--privacy-url <url>", "the privacy notice that the page links to")
      .option("--imprint-url <url>", "the legal notice that the page links to")
      .option("--late-funds <refund|keep>", "whether late funds and overpayments are refunded or kept")
      .option(
        "--amount-limit <limit...>",
        'a session\'s smallest and largest amount in a currency, in minor units: EUR=50..1000000, EUR=50.., EUR=..1000000, or "EUR=" to remove the limits',
      ),
  ).action(later(async () => (await import("./settings.ts")).changeSettingsCommand));
  ofTenant(
    tenants
      .command("logo [file]")
      .description("set the logo: a PNG, JPEG, WebP or SVG of at most 128 KiB")
      .option("--remove", "remove the logo"),
  ).action(later(async () => (await import("./settings.ts")).setLogoCommand));
}

function addKeys(program: Command): void {
  const keys = program.command("keys").description("create, list, roll and revoke API keys");
  keys
    .command("create")
    .description("create a key; its secret is shown only once")
    .option("--tenant <id>", "whose key; required if there are several tenants")
    .addOption(mode())
    .option("--name <name>", "a name for the list of keys")
    .option("--scope <scope...>", "what the key may do, such as checkout_sessions:write (default: full)")
    .option("--network <network...>", "networks that may use the key, such as 203.0.113.0/24 (default: all)")
    .option("--expires-in <days>", "days until the key expires (default: never)")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).createKeyCommand));
  keys
    .command("list")
    .description("list the keys of a tenant; secrets aren't stored and can't be shown")
    .option("--tenant <id>", "whose keys; required if there are several tenants")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).listKeysCommand));
  keys
    .command("roll <id>")
    .description("create a key with the same rights, and let the old one expire")
    .option("--overlap <hours>", "hours during which both work", "24")
    .option(
      "--expires-in <days>",
      "days until the new key expires (default: when the old key would have expired)",
    )
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).rollKeyCommand));
  keys
    .command("revoke <id>")
    .description("revoke a key; it stops working within a second")
    .addOption(json())
    .action(later(async () => (await import("./keys.ts")).revokeKeyCommand));
}

/** Commands for the accounts at PSPs. Credentials are read from standard input. */
function addConnectors(program: Command): void {
  const connectors = program.command("connectors").description("store and check your accounts at PSPs");
  const byId = (name: string, description: string): Command =>
    connectors.command(`${name} <id>`).description(description).addOption(json());
  connectors
    .command("add")
    .description("store an account; its credentials are read from standard input and checked at the PSP")
    .addArgument(new Argument("<connector>", "the PSP").choices(connectorNames))
    .addOption(
      new Option("--mode <mode>", "live, or sandbox for the PSP's test environment")
        .choices(["sandbox", "live"])
        .makeOptionMandatory(),
    )
    .option("--tenant <id>", "whose account; required if there are several tenants")
    .option("--label <name>", "a name for the list of accounts (default: the PSP's name)")
    .option("--setting <setting...>", "what else the PSP needs, such as merchantAccount=ShopECOM")
    .option("--disabled", "keep it disabled, for example for a test payment before customers use it")
    .option("--register-notifications", "register the notification address at the PSP (Stripe only)")
    .addOption(json())
    .action(later(async () => (await import("./connectors.ts")).addConnectorCommand));
  connectors
    .command("list")
    .description("list the accounts of a tenant; credentials can't be shown")
    .option("--tenant <id>", "whose accounts; required if there are several tenants")
    .addOption(json())
    .action(later(async () => (await import("./connectors.ts")).listConnectorsCommand));
  byId("check", "ask the PSP whether an account's credentials work; exits with 1 if it refuses them").action(
    later(async () => (await import("./connectors.ts")).checkConnectorCommand),
  );
  byId("rotate", "add or replace credentials, which are read from standard input and checked at the PSP")
    .option(
      "--overlap <hours>",
      "hours during which notifications of the old credentials are accepted",
      "168",
    )
    .action(later(async () => (await import("./connectors.ts")).rotateConnectorCommand));
  byId("enable", "use an account for new charges").action(
    later(async () => (await import("./connectors.ts")).enableConnectorCommand),
  );
  byId(
    "disable",
    "stop using an account for new charges; refunds and disputes of earlier charges continue",
  ).action(later(async () => (await import("./connectors.ts")).disableConnectorCommand));
}
