/**
 * Follows the README from a clean clone, as a newcomer does, and prints the seconds of each step: `npm run walk`. It clones the last
 * commit into a temporary folder, and removes the folder at the end. `--keep` keeps it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../test/support/free-port.ts";
import { openNewcomersBrowser, payByCard } from "./browser.ts";
import { readReadme } from "./readme.ts";
import { startKassa } from "./start-kassa.ts";
import { StepTimes } from "./step-times.ts";
import { openTerminal } from "./terminal.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
const folder = mkdtempSync(path.join(tmpdir(), "kassa-walk-"));
const clone = path.join(folder, "kassa");
try {
  await walk();
} finally {
  if (values.keep) console.log(`The clone is in ${clone}`);
  else rmSync(folder, { recursive: true, force: true });
}

async function walk(): Promise<void> {
  const times = new StepTimes();
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "pipe" });
  await times.take("git clone", () => run("git", "clone", "--quiet", repository, clone));
  await times.take("npm ci, from npm's cache", () =>
    run("npm", "ci", "--prefix", clone, "--prefer-offline", "--no-audit", "--no-fund"),
  );
  const kassa = await times.take("npm start, until it prints the key", () => startKassa(clone));
  try {
    await useKassa(kassa, times);
  } finally {
    await kassa.stop();
  }
  times.print();
}

type Kassa = Awaited<ReturnType<typeof startKassa>>;

/** From the first session to the dashboard. */
async function useKassa({ url, key, ownerUrl }: Kassa, times: StepTimes): Promise<void> {
  const readme = readReadme(clone);
  const terminal = openTerminal(clone, { kassaUrl: url, key, receiverPort: await freePort() });
  const browser = await openNewcomersBrowser();
  const { page } = browser;
  try {
    const first = await times.take("create a session with curl", () =>
      terminal.createSession(readme.session),
    );
    await times.take("open the payment page in Chromium", () => page.goto(first));
    await times.take("pay, until /docs/paid says so", () => payByCard(page, url));
    await times.take("create the webhook endpoint and start the receiver", () => terminal.receive(readme));
    const second = await terminal.createSession(readme.session);
    await page.goto(second);
    await times.take("pay a second session, until the receiver prints it", async () => {
      await payByCard(page, url);
      await terminal.printed(/checkout\.session\.completed cs_sandbox_\w+ paid/);
    });
    await times.take("open the docs", async () => {
      await page.goto(`${url}/docs`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    });
    await times.take("open the dashboard by the owner's link", async () => {
      await page.goto(ownerUrl);
      await page.getByLabel("Password").first().waitFor();
    });
  } finally {
    await browser.close();
    await terminal.close();
  }
}
