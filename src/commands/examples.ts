import type { Command } from "commander";

/** Examples of each command, without the name of the program. Tests parse and run them. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  serve: ["serve"],
  migrate: ["migrate"],
  doctor: ["doctor", "doctor --json"],
  listen: ["listen --forward-to localhost:3000/hook"],
  "sandbox-psp": ["sandbox-psp --port 8081"],
  completion: ["completion bash > ~/.local/share/bash-completion/completions/kassa"],
  trigger: [
    "trigger payment.captured",
    "trigger refund.failed --set amount=5000 currency=USD --tenant ten_1a2B3c4 --json",
  ],
  "people reset-link": ["people reset-link ada@shop.example"],
  "people owner-link": ["people owner-link", "people owner-link --tenant ten_1a2B3c4 --json"],
  "events tail": [
    "events tail",
    "events tail --type payment.*,refund.failed --since 2026-11-26T08:00:00Z --json",
  ],
  backup: [
    "backup /backup/kassa-2026-11-26.backup",
    "backup /backup/kassa.backup --key-file backup.key",
    "backup /backup/kassa.backup --check",
  ],
  restore: [
    "restore /backup/kassa-2026-11-26.backup --secrets /safe/secrets.json",
    "restore /backup/kassa.backup --key-file backup.key --replace",
    "restore /backup/kassa.backup --wal /backup/wal --until 2026-11-26T12:00:00Z",
  ],
  "wal prune": ["wal prune --before /backup/kassa-2026-11-20.backup"],
  "payments search": [
    "payments search rosa@shop.example",
    "payments search 25.99 EUR --status captured --from 2026-11-01 --to 2026-11-30",
    "payments search 4242 --mode sandbox --tenant ten_1a2B3c4 --json",
  ],
  "ledger verify": ["ledger verify", "ledger verify --tenant ten_1a2B3c4"],
  "ledger close": ["ledger close 2026-09", "ledger close 2026-10 --tenant ten_1a2B3c4 --despite-differences"],
  "ledger reopen": ['ledger reopen 2026-10 --reason "A statement was missing"'],
  "ledger periods": ["ledger periods"],
  reports: [
    "reports payments --month 2026-10 --tenant ten_1a2B3c4 --out payments.xlsx",
    "reports fees --from 2026-10-01 --to 2026-10-15 --mode sandbox > fees.csv",
  ],
  "settlements import": [
    "settlements import",
    "settlements import --tenant ten_1a2B3c4 --json",
    "settlements import --tenant ten_1a2B3c4 --account ca_live_2b3C4d5 --file settlement_detail_report_batch_42.csv",
  ],
  "page check": ["page check", "page check --last --json"],
  "page reports": ["page reports --days 30"],
  "receipts verify": ["receipts verify receipt.json --keys kassa-receipt-keys.json"],
  "receipts keys list": ["receipts keys list"],
  "receipts keys roll": ["receipts keys roll --mode live"],
  "receipts keys withdraw": ["receipts keys withdraw 3f9aC7kQ"],
  "statements check": [
    "statements check camt053.xml",
    "statements check account.csv --csv-map csv-map.json --json",
  ],
  "statements import": [
    "statements import camt053.xml --mode live",
    "statements import account.csv --mode live --tenant ten_1a2B3c4 --csv-map csv-map.json --json",
  ],
  "secrets rotate": ["secrets rotate"],
  "customers erase": ["customers erase rosa@shop.example --tenant ten_1a2B3c4"],
  "holds list": ["holds list", "holds list --tenant ten_1a2B3c4 --json"],
  "holds release": [
    'holds release --tenant ten_1a2B3c4 --account ca_live_1a2B3c4 --reason "The PSP has closed down"',
  ],
  audit: ["audit", "audit --json"],
  "tenants create": [`tenants create --name "Rosa's Bakery" --support-email help@rosa.example`],
  "tenants list": ["tenants list --json"],
  "tenants show": ["tenants show --tenant ten_1a2B3c4 --mode live"],
  "tenants rename": ['tenants rename ten_1a2B3c4 "Rosa\'s Bakery & Café"'],
  "tenants close": ["tenants close ten_1a2B3c4"],
  "tenants reopen": ["tenants reopen ten_1a2B3c4"],
  "tenants set": [
    'tenants set --display-name "Rosa" --brand-color "#1f4e8c"',
    "tenants set --mode live --amount-limit EUR=50..1000000",
  ],
  "tenants limit": ["tenants limit --allowed-hosts shop.example,*.shop.example --rate-limits live=500"],
  "tenants logo": ["tenants logo logo.png --tenant ten_1a2B3c4", "tenants logo --remove"],
  "keys create": [
    "keys create --mode sandbox",
    'keys create --mode live --tenant ten_1a2B3c4 --name "Web shop" --scope checkout_sessions:write --network 203.0.113.0/24',
  ],
  "keys list": ["keys list --tenant ten_1a2B3c4"],
  "keys roll": ["keys roll key_live_1a2B3c4 --overlap 48"],
  "connectors add": [
    "connectors add stripe --mode sandbox < credentials.txt",
    "connectors add adyen --mode live --tenant ten_1a2B3c4 --setting merchantAccount=ShopECOM liveUrlPrefix=1797a841fbb37ca7-Shop",
  ],
  "connectors list": ["connectors list --tenant ten_1a2B3c4"],
  "connectors check": ["connectors check ca_live_1a2B3c4"],
  "connectors rotate": ["connectors rotate ca_live_1a2B3c4 --overlap 0 < credentials.txt"],
  "connectors enable": ["connectors enable ca_live_1a2B3c4"],
  "connectors disable": ["connectors disable ca_live_1a2B3c4"],
  "keys revoke": ["keys revoke key_live_1a2B3c4"],
};

/** Adds the examples to the help of each command. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  for (const inner of command.commands) addExamples(inner, [...path, inner.name()]);
  const own = examples[path.join(" ")];
  if (own === undefined) return;
  const lines = own.map((example) => `  kassa ${example}`);
  command.addHelpText("after", ["", own.length === 1 ? "Example:" : "Examples:", ...lines].join("\n"));
}
