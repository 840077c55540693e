import { SaxesParser, type SaxesTagNS } from "saxes";
import type { FaultCode } from "../entry.ts";
import { UnreadableFile } from "../reading.ts";

/** What an XML file may hold. Real statements stay far below: depth 15, names of 30 letters, texts of 500. */
export const xmlLimits = {
  depth: 48,
  nameLength: 128,
  attributes: 40,
  attributeLength: 4_096,
  textLength: 32_768,
  /** Characters without an element's begin or end, such as a comment. */
  silence: 262_144,
} as const;

export type XmlTag = Pick<SaxesTagNS, "local" | "uri" | "attributes"> & {
  readonly line: number;
  readonly column: number;
};

export type XmlHandler = {
  open(tag: XmlTag): void;
  text(text: string): void;
  close(): void;
};

/**
 * A strict streaming XML parser with namespaces that refuses what a statement never has: document types (and with them all
 * entities of their own), XML 1.1, and excess. It resolves nothing outside the file.
 */
export class XmlEvents {
  private readonly parser = new SaxesParser({ xmlns: true });
  private depth = 0;
  private attributes = 0;
  private written = 0;
  private lastEventAt = 0;
  private tagLine = 1;
  private tagColumn = 1;

  constructor(handler: XmlHandler) {
    const { parser } = this;
    parser.on("error", (error) => this.failSyntax(error.message));
    parser.on("xmldecl", ({ version }) => {
      if (version !== "1.0") this.fail("xml_forbidden", `XML ${version} isn't accepted. Use XML 1.0.`);
    });
    parser.on("doctype", () =>
      this.fail(
        "xml_forbidden",
        "The file has a document type (<!DOCTYPE …>). Bank statements have none, and it can be used for attacks. Get the file again from the bank.",
      ),
    );
    parser.on("processinginstruction", () => this.noteEvent());
    parser.on("comment", () => this.noteEvent());
    parser.on("opentagstart", (tag) => this.beginTag(tag.name));
    parser.on("attribute", ({ name, value }) => this.checkAttribute(name, value));
    parser.on("opentag", ({ local, uri, attributes }) => {
      this.noteEvent();
      handler.open({ local, uri, attributes, line: this.tagLine, column: this.tagColumn });
    });
    parser.on("closetag", () => {
      this.depth -= 1;
      this.noteEvent();
      handler.close();
    });
    const text = (part: string): void => {
      this.noteEvent();
      if (part.length > xmlLimits.textLength)
        this.fail("limit_exceeded", `A text is longer than ${xmlLimits.textLength} characters.`);
      handler.text(part);
    };
    parser.on("text", text);
    parser.on("cdata", text);
  }

  write(text: string): void {
    this.parser.write(text);
    this.written += text.length;
    // Between two parts, the parser's own position counts the last part twice.
    if (this.written - this.lastEventAt > xmlLimits.silence)
      this.fail(
        "limit_exceeded",
        `A text, tag or comment is longer than ${xmlLimits.silence} characters. Get the file again from the bank.`,
      );
  }

  close(): void {
    this.parser.close();
  }

  /** The place where the parser stands. */
  get place() {
    return { line: this.parser.line, column: this.parser.column + 1, path: null };
  }

  private beginTag(name: string): void {
    this.noteEvent();
    if (name.length > xmlLimits.nameLength)
      this.fail(
        "limit_exceeded",
        `The name of an element is longer than ${xmlLimits.nameLength} characters.`,
      );
    this.depth += 1;
    this.attributes = 0;
    this.tagLine = this.parser.line;
    // The parser stands behind the name and the character that ended it.
    this.tagColumn = Math.max(1, this.parser.column - name.length - 1);
    if (this.depth > xmlLimits.depth)
      this.fail("limit_exceeded", `Elements are nested more than ${xmlLimits.depth} deep.`);
  }

  private checkAttribute(name: string, value: string): void {
    this.noteEvent();
    this.attributes += 1;
    if (name.length > xmlLimits.nameLength || value.length > xmlLimits.attributeLength)
      this.fail("limit_exceeded", `An attribute is longer than ${xmlLimits.attributeLength} characters.`);
    if (this.attributes > xmlLimits.attributes)
      this.fail("limit_exceeded", `An element has more than ${xmlLimits.attributes} attributes.`);
  }

  private noteEvent(): void {
    this.lastEventAt = this.parser.position;
  }

  private fail(code: FaultCode, message: string): never {
    throw new UnreadableFile(code, message, this.place);
  }

  private failSyntax(message: string): never {
    // "12:34: unclosed tag: Stmt" begins with the parser's own place.
    const reason = message.replace(/^(?:[^:]*:)?\d+:\d+: /, "").replace(/\.$/, "");
    if (/^unclosed tag|unexpected end/.test(reason) || this.parser.closed)
      throw new UnreadableFile(
        "incomplete",
        `The file is cut off: ${reason}. Get it again from the bank.`,
        this.place,
      );
    if (/undefined entity/.test(reason))
      this.fail(
        "xml_forbidden",
        `The file uses an entity other than the five of XML (&amp; &lt; &gt; &quot; &apos;): ${reason}.`,
      );
    this.fail("xml_invalid", `This isn't well-formed XML: ${reason}. Get the file again from the bank.`);
  }
}
