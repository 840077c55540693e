import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "../src/http/openapi/types.ts";
import { describeApi } from "../src/http/openapi.ts";
import { withTestCards } from "../src/sandbox-psp/test-cards-document.ts";
import { withApp } from "./collect-app.ts";
import { withCapabilities } from "./render-capabilities.ts";
import { renderDiagrams } from "./render-diagrams.ts";
import { withDisputeStates } from "./render-dispute-states.ts";
import { renderErrors } from "./render-errors.ts";
import { withEventTypes } from "./render-event-types.ts";
import { withLedgerTables } from "./render-ledger.ts";
import { withPaymentMethods } from "./render-payment-methods.ts";
import { withPaymentStates } from "./render-payment-states.ts";
import { withScriptInventory } from "./render-script-inventory.ts";

export const root = path.resolve(import.meta.dirname, "..");

/** The server's URL in the committed document: the same on every machine. */
const committedServerUrl = "http://localhost:8080";

export type GeneratedFile = { readonly path: string; readonly content: string };

/** All generated files with their contents. Needs no database. */
export async function generateFiles(): Promise<GeneratedFile[]> {
  const document = await withApp((app) => describeApi(app.server, committedServerUrl));
  return [
    { path: "openapi.json", content: `${JSON.stringify(document, null, 2)}\n` },
    { path: "docs/reference/errors.md", content: renderErrors() },
    {
      path: "docs/reference/sandbox.md",
      content: withTestCards(await readCommitted("docs/reference/sandbox.md")),
    },
    {
      path: "docs/reference/events.md",
      content: withEventTypes(await readCommitted("docs/reference/events.md"), document),
    },
    {
      path: "docs/reference/payments.md",
      content: withPaymentMethods(await readCommitted("docs/reference/payments.md")),
    },
    {
      path: "docs/reference/payment-processing.md",
      content: withPaymentStates(await readCommitted("docs/reference/payment-processing.md")),
    },
    {
      path: "docs/how-to/disputes.md",
      content: withDisputeStates(await readCommitted("docs/how-to/disputes.md")),
    },
    {
      path: "docs/explanation/page-security.md",
      content: withScriptInventory(await readCommitted("docs/explanation/page-security.md")),
    },
    {
      path: "docs/how-to/psps.md",
      content: withCapabilities(await readCommitted("docs/how-to/psps.md")),
    },
    {
      path: "docs/explanation/ledger.md",
      content: withLedgerTables(await readCommitted("docs/explanation/ledger.md")),
    },
    ...renderDiagrams(root),
    { path: "sdk/src/schema.ts", content: await renderSdkTypes(document) },
  ];
}

/** The contents of a file; empty if there is none. */
export async function readCommitted(file: string): Promise<string> {
  const place = path.join(root, file);
  return existsSync(place) ? readFile(place, "utf8") : "";
}

/**
 * Types enums to which later versions may add as `"paid" | "unpaid" | (string & {})`: editors suggest the known values, and code
 * must expect others.
 */
function openWords(schema: object): ts.TypeNode | undefined {
  if (!("x-extensible-enum" in schema) || !Array.isArray(schema["x-extensible-enum"])) return undefined;
  const isNullable = "type" in schema && Array.isArray(schema.type);
  const { factory, SyntaxKind } = ts;
  return factory.createUnionTypeNode([
    ...schema["x-extensible-enum"].map((word) =>
      factory.createLiteralTypeNode(factory.createStringLiteral(String(word))),
    ),
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
    ...(isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

/** Removes the examples, which would fill the comments of the types with JSON. */
async function renderSdkTypes(document: OpenApiDocument): Promise<string> {
  const text = JSON.stringify(document, (name, value) => (name === "example" ? undefined : value));
  const tree = await openapiTypescript(text, { transform: openWords });
  return `/** Generated from openapi.json by \`npm run generate\`. */\n\n${astToString(tree)}`;
}
