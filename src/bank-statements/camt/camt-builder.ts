import { OpenStatement } from "../open-statement.ts";
import { type Reading, UnreadableFile } from "../reading.ts";
import { type DetailsDraft, readDetails } from "./details.ts";
import { readEntry } from "./entry.ts";
import { findMessage, messageName } from "./message.ts";
import { StatementParts } from "./statement.ts";
import type { XmlHandler, XmlTag } from "./xml-events.ts";
import { XmlNode } from "./xml-node.ts";

/** What an entry may hold, so that a file can't fill the memory. A batch of 100,000 payments takes some 100 MB of XML. */
const mostDetails = 100_000;
const mostNodes = 150_000;

/** Elements that Kassa doesn't read. Leaving them out keeps large files fast. */
const unread = new Set([
  "SplmtryData",
  "Intrst",
  "CardTx",
  "Avlbty",
  "RltdDts",
  "Tax",
  "RltdAgts",
  "FinInstrmId",
]);
/** Elements whose number is part of a path. */
const numbered = new Set(["Ntry", "TxDtls", "NtryDtls", "Bal"]);

/**
 * Builds statements and entries from the events of the XML parser. It keeps one child of a statement at a time as a tree, and of
 * an entry's transactions only what was read from them.
 */
export class CamtBuilder implements XmlHandler {
  private readonly reading: Reading;
  private depth = 0;
  private skipAbove: number | undefined;
  private documentDepth: number | undefined;
  private sawDocument = false;
  private uri = "";
  private message: ReturnType<typeof findMessage>;
  private messageElement = "";
  private statements = 0;
  private statement: OpenStatement | undefined;
  private previous: OpenStatement | undefined;
  private parts: StatementParts | undefined;
  private readonly stack: XmlNode[] = [];
  private nodes = 0;
  private details: DetailsDraft[] = [];
  private counts = new Map<string, number>();
  private faultsBefore = 0;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  open(tag: XmlTag): void {
    this.depth += 1;
    if (this.skipAbove !== undefined) return;
    if (this.documentDepth === undefined) this.openDocument(tag);
    else if (tag.uri !== this.uri) this.skip();
    else if (this.depth === this.documentDepth + 1) this.openMessage(tag);
    else if (this.depth === this.documentDepth + 2) this.openStatement(tag);
    else this.openNode(tag);
  }

  text(text: string): void {
    const node = this.stack.at(-1);
    if (this.skipAbove !== undefined || node === undefined) return;
    node.text += text;
  }

  close(): void {
    this.depth -= 1;
    if (this.skipAbove !== undefined) {
      if (this.depth < this.skipAbove) this.skipAbove = undefined;
      return;
    }
    if (this.documentDepth === undefined) return;
    if (this.stack.length > 0) this.closeNode();
    else if (this.depth === this.documentDepth + 1 && this.parts !== undefined) this.closeStatement();
    else if (this.depth < this.documentDepth) this.documentDepth = undefined;
  }

  /** To be called at the end of the file. */
  end(): void {
    if (!this.sawDocument)
      throw new UnreadableFile(
        "unknown_format",
        "The XML file has no element Document with a camt message. Kassa reads camt.052, camt.053 and camt.054.",
      );
    if (this.statements === 0)
      throw new UnreadableFile(
        "incomplete",
        `The message has no statement (element ${this.message?.statement}). Get the file again from the bank.`,
      );
  }

  private openDocument({ local, uri, line, column }: XmlTag): void {
    const place = { line, column, path: local };
    if (local !== "Document") {
      // Some banks send a business envelope: an application header, then the document.
      if (this.depth > 4) this.skip();
      return;
    }
    if (this.sawDocument)
      throw new UnreadableFile(
        "xml_invalid",
        "The file has several elements Document. Split it into one file for each.",
        place,
      );
    const name = messageName(uri);
    if (name !== undefined && !/^camt\.05[234]\.001\.(?!0[01])/.test(name))
      throw new UnreadableFile(
        "unknown_format",
        `The file is a ${name}. Kassa reads camt.052, camt.053 and camt.054 from version 001.02 on.`,
        place,
      );
    this.sawDocument = true;
    this.documentDepth = this.depth;
    this.uri = uri;
  }

  private openMessage({ local, line, column }: XmlTag): void {
    const place = { line, column, path: `Document/${local}` };
    const message = findMessage(local);
    const version = messageName(this.uri) ?? null;
    if (message === undefined || (version !== null && !version.startsWith(message.format)))
      throw new UnreadableFile(
        "unknown_format",
        `The element ${local} doesn't belong in this document${version === null ? "" : ` of the namespace of ${version}`}. Kassa reads BkToCstmrAcctRpt (camt.052), BkToCstmrStmt (camt.053) and BkToCstmrDbtCdtNtfctn (camt.054).`,
        place,
      );
    if (this.message !== undefined)
      throw new UnreadableFile("xml_invalid", "The document has a second message.", place);
    this.message = message;
    this.messageElement = local;
    this.reading.emit({ type: "format", format: message.format, version });
  }

  private openStatement(tag: XmlTag): void {
    if (tag.local !== this.message?.statement) {
      this.skip();
      return;
    }
    this.statements += 1;
    this.parts = new StatementParts(this.reading, this.statementPath(), tag);
    this.counts.clear();
    this.statement = undefined;
    this.faultsBefore = this.reading.faults;
  }

  private statementPath(): string {
    return `Document/${this.messageElement}/${this.message?.statement ?? ""}[${this.statements}]`;
  }

  private openNode({ local, attributes, line, column }: XmlTag): void {
    if (unread.has(local)) {
      this.skip();
      return;
    }
    const parent = this.stack.at(-1);
    this.nodes += 1;
    if (this.nodes > mostNodes)
      throw new UnreadableFile("limit_exceeded", `An element has more than ${mostNodes} elements below it.`, {
        line,
        column,
        path: parent?.path() ?? this.statementPath(),
      });
    const index = numbered.has(local) ? this.count(local) : 0;
    const statementPath = this.statementPath();
    const node = new XmlNode(local, line, column, index, () => parent?.path() ?? statementPath);
    node.currency = attributes.Ccy?.value ?? null;
    // Transactions are read when they end, and not kept.
    if (local !== "TxDtls") parent?.children.push(node);
    if (local === "Ntry" && parent === undefined) {
      this.counts.delete("TxDtls");
      this.counts.delete("NtryDtls");
    }
    this.stack.push(node);
  }

  private count(name: string): number {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count;
  }

  private closeNode(): void {
    const node = this.stack.pop();
    if (node === undefined) return;
    if (node.name === "TxDtls") {
      this.closeDetails(node);
      return;
    }
    if (this.stack.length > 0) return;
    if (node.name === "Ntry") this.closeEntry(node);
    else this.parts?.take(node);
    this.nodes = 0;
  }

  private closeDetails(node: XmlNode): void {
    this.nodes = this.stack.length;
    if (this.details.length >= mostDetails)
      throw new UnreadableFile(
        "limit_exceeded",
        `The entry has more than ${mostDetails} transactions. Ask the bank for smaller batches.`,
        node.place(),
      );
    this.details.push(readDetails(node, this.reading));
  }

  private closeEntry(node: XmlNode): void {
    const { details } = this;
    this.details = [];
    const statement = this.begin();
    if (statement === undefined) return;
    const draft = readEntry(node, details, this.reading);
    if (draft === undefined) statement.incomplete = true;
    else statement.add(draft);
  }

  /** The statement is announced before its first entry, when its account is known. */
  private begin(): OpenStatement | undefined {
    if (this.statement !== undefined || this.parts === undefined) return this.statement;
    const header = this.parts.header();
    if (header === undefined) return undefined;
    this.statement = new OpenStatement(this.reading, header, this.previous);
    return this.statement;
  }

  private closeStatement(): void {
    const statement = this.begin();
    if (statement !== undefined && this.parts !== undefined) {
      statement.balances.push(...this.parts.balances);
      statement.declaredEntries = this.parts.declaredEntries;
      statement.incomplete ||= this.reading.faults > this.faultsBefore;
      statement.end();
    }
    this.previous = statement;
    this.parts = undefined;
    this.statement = undefined;
  }

  private skip(): void {
    this.skipAbove = this.depth;
  }
}
