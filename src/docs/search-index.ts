import { setImmediate } from "node:timers/promises";
import { type OpenApiDocument, operationsOf, resolve, type Schema } from "../http/openapi/types.ts";
import { objectAddress, resourcePath } from "./api/resources.ts";
import { readSource } from "./guides.ts";
import { sectionsOf } from "./markdown/sections.ts";
import { pages, sections } from "./pages.ts";

/** A section of a page, as search finds it. */
export type SearchEntry = {
  /** The page's address with the section's anchor. */
  readonly id: string;
  /** The section of the navigation. */
  readonly area: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
};

/** The text of all pages by section. The browser makes its index of it at the first use of search. */
export async function makeSearchEntries(document: OpenApiDocument): Promise<SearchEntry[]> {
  const found: SearchEntry[] = [];
  for (const page of pages) {
    const area = sections.find((section) => section.pages.includes(page))?.title ?? "Docs";
    for (const { id, heading, text } of sectionsOf(readSource(page)))
      found.push({ id: id === "" ? page.path : `${page.path}#${id}`, area, page: page.label, heading, text });
    // Other requests come first: all pages together take a tenth of a second.
    await setImmediate();
  }
  return [...found, ...operationEntries(document), ...objectEntries(document)];
}

function operationEntries(document: OpenApiDocument): SearchEntry[] {
  return operationsOf(document).map(({ method, path, operation }) => {
    const [tag = ""] = operation.tags;
    return {
      id: `${resourcePath(tag)}#${operation.operationId}`,
      area: "API",
      page: tag,
      heading: operation.summary,
      text: `${method.toUpperCase()} ${path} ${operation.description ?? ""}`,
    };
  });
}

function objectEntries(document: OpenApiDocument): SearchEntry[] {
  return Object.entries(document.components.schemas)
    .filter(([name]) => !name.endsWith("Request") && name !== "ProblemCode")
    .map(([name, schema]) => ({
      id: objectAddress(document, name),
      area: "API",
      page: "Objects",
      heading: name,
      text: `${schema.description ?? ""} ${Object.keys(resolve<Schema>(document, schema).properties ?? {}).join(" ")}`,
    }));
}
