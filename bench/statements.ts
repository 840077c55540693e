import { setTimeout as sleep } from "node:timers/promises";
import type { BenchContext } from "./context.ts";
import { startServer } from "./processes.ts";

/** BENCH_ENTRIES sets another number, a multiple of 500, for a busy machine. */
export const entries = Number(process.env.BENCH_ENTRIES ?? 100_000);
export const iban = "DE89370400440532013000";

/** A camt.053 file of `entries` entries, by default 100,000, each with a reference, a text, and the parties. About 79 MB. */
export async function* largeStatement(textOf = invoiceText, amountOf = anyAmount): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
  );
  for (let number = 0; number < entries; number += 500) {
    let part = "";
    for (let each = number; each < number + 500; each += 1)
      part += entryXml(each, textOf(each), amountOf(each));
    yield Buffer.from(part);
  }
  yield Buffer.from("</Stmt></BkToCstmrStmt></Document>");
}

const invoiceText = (number: number): string => `Invoice ${number} of 20 November, thank you for your order`;

/** In major units. */
const anyAmount = (number: number): string => `${(number % 50_000) + 1}.25`;

const entryXml = (
  number: number,
  text: string,
  amount: string,
): string => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>2026112000${number}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls>
<Refs><EndToEndId>order-${number}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Customer ${number}</Nm></Pty></Dbtr>
<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

/** Imports a large statement over HTTP, and imports it again: entries per second, and how the server's memory grows. */
export async function benchStatements({ say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", {
    DATABASE_URL: await makeDatabase("bench_statements"),
  });
  try {
    const [key = ""] = kassa.keys;
    const account = { type: "iban", holder: "Ada", currency: "EUR", iban };
    await post(`${kassa.url}/api/bank-accounts`, key, "application/json", JSON.stringify(account));
    const idle = await kassa.memory();
    say(`  idle: ${megabytes(idle)}`);
    for (const what of ["new", "known"]) {
      const began = performance.now();
      const done = importStatement(kassa.url, key, largeStatement());
      const peak = await peakWhile(kassa.memory, done);
      const seconds = (performance.now() - began) / 1_000;
      const { bytes, entriesNew, entriesKnown } = await done;
      say(
        `  ${entriesNew} new and ${entriesKnown} known entries, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s: ${Math.round(entries / seconds).toLocaleString("en")} ${what} entries/s; memory at most ${megabytes(peak)}`,
      );
    }
  } finally {
    await kassa.stop();
  }
}

type Imported = {
  readonly id: string;
  readonly status: "storing" | "completed";
  readonly bytes: number;
  readonly entriesNew: number;
  readonly entriesKnown: number;
};

/** Sends a statement, and waits until all of its entries are stored. */
export async function importStatement(
  url: string,
  key: string,
  file: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  let imported = await post(`${url}/api/bank-statements`, key, "application/xml", file);
  while (imported.status === "storing") {
    await sleep(1_000);
    const authorization = `Bearer ${key}`;
    const answer = await fetch(`${url}/api/bank-statements/${imported.id}`, { headers: { authorization } });
    imported = (await answer.json()) as Imported;
  }
  return imported;
}

export async function post(
  url: string,
  key: string,
  type: string,
  body: string | AsyncIterable<Uint8Array>,
): Promise<Imported> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": type },
    body: typeof body === "string" ? body : ReadableStream.from(body),
    duplex: "half",
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Imported;
}

/** The most resident memory, asked for until the work is done. */
async function peakWhile(memory: () => Promise<number>, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  let done = false;
  work.then(
    () => {
      done = true;
    },
    () => {
      done = true;
    },
  );
  while (!done) {
    peak = Math.max(peak, await memory());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return peak;
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
