import {
  type Method,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
} from "../http/openapi/types.ts";
import { type Html, html } from "../kernel/html.ts";
import { curlFor } from "./curl.ts";
import { componentOf, fieldList, fieldRow } from "./describe-schema.ts";
import { type DocsPage, layout } from "./layout.ts";
import { anchorOf, codeBlock, renderInline } from "./markdown/render.ts";

/** `/docs/api`: every operation and object of the OpenAPI document. */
export function renderReference(document: OpenApiDocument): Html {
  return layout({
    title: "API reference",
    path: "/docs/api",
    contents: contentsOf(document),
    main: html`<h1>API reference</h1>
${introduction(document)}
${document.tags.map(({ name, description }) => renderTag(document, name, description))}
<h2 id="objects">Objects</h2>
${answeredObjects(document).map(([name, schema]) => renderObject(document, name, schema))}`,
  });
}

function introduction({ info }: OpenApiDocument): Html {
  return html`${info.description.split(/(?<=[.])\n/).map((text) => html`<p>${renderInline(text.replaceAll("\n", " "))}</p>`)}
<p>The same reference as an OpenAPI 3.1 document: <a href="/openapi.json">/openapi.json</a>. This is version <code>${info.version}</code>.</p>
<p>The commands use <code>$KASSA</code> and <code>$KEY</code>, which <a href="/docs/get-started/first-session#1-start-kassa">your first session</a> sets.</p>`;
}

function contentsOf(document: OpenApiDocument): DocsPage["contents"] {
  const tags = document.tags.filter(({ name }) => inTag(document, name).length > 0);
  return [
    ...tags.map(({ name }) => ({ id: anchorOf(name), text: name })),
    { id: "objects", text: "Objects" },
  ];
}

const inTag = (document: OpenApiDocument, tag: string) =>
  operationsOf(document).filter(({ operation }) => operation.tags.includes(tag));

/** The components that aren't shown with an operation: all but request bodies. */
function answeredObjects(document: OpenApiDocument): [string, Schema][] {
  return Object.entries(document.components.schemas).filter(
    ([name]) => !name.endsWith("Request") && name !== "ProblemCode",
  );
}

function renderTag(document: OpenApiDocument, name: string, description: string): Html {
  const operations = inTag(document, name);
  if (operations.length === 0) return html``;
  return html`<h2 id="${anchorOf(name)}">${name}</h2>
<p>${renderInline(description)}</p>
${operations.map((entry) => renderOperation(document, entry))}`;
}

function renderOperation(
  document: OpenApiDocument,
  entry: { method: Method; path: string; operation: Operation },
): Html {
  const { method, path, operation } = entry;
  return html`<section class="operation" id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
<div class="halves">
<div>
${operation.description !== undefined && html`<p>${renderInline(operation.description)}</p>`}
${renderParameters(document, operation)}
${renderRequest(document, operation)}
${renderAnswers(document, operation)}
</div>
<div class="examples">
<h4>Request</h4>
${codeBlock(curlFor(document, entry))}
<h4>Response</h4>
${codeBlock(exampleAnswer(document, operation))}
</div>
</div>
</section>`;
}

function renderParameters(document: OpenApiDocument, operation: Operation): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const groups = [
    { place: "path", heading: "In the path" },
    { place: "query", heading: "In the query" },
    { place: "header", heading: "Headers" },
  ].map(({ place, heading }) => ({
    heading,
    members: parameters.filter((parameter) => parameter.in === place),
  }));
  return html`${groups
    .filter(({ members }) => members.length > 0)
    .map(
      ({ heading, members }) => html`<h4>${heading}</h4><dl class="fields">${members.map(parameterRow)}</dl>`,
    )}`;
}

const parameterRow = ({ name, schema, required, description }: Parameter): Html =>
  fieldRow({ name, schema, required: required === true, description });

function renderRequest(document: OpenApiDocument, operation: Operation): Html | null {
  const media = operation.requestBody?.content["application/json"];
  return media ? html`<h4>Body</h4>${fieldList(document, media.schema)}` : null;
}

function renderAnswers(document: OpenApiDocument, operation: Operation): Html {
  const success = mediaOf(document, operation);
  const component = success && componentOf(success.schema);
  const failures = Object.keys(operation.responses).filter((status) => status !== "200");
  const links = failures.map(
    (status, at) => html`${at > 0 && ", "}<a href="/docs/errors#status-${status}">${status}</a>`,
  );
  return html`<h4>Responses</h4>
<p><strong>200</strong>: ${component === undefined ? "done" : html`<a href="#${component}">${component}</a>`}.
A <a href="#Problem">Problem</a> with ${links}.</p>`;
}

function mediaOf(document: OpenApiDocument, operation: Operation) {
  const answer = operation.responses["200"];
  return answer && Object.values(resolve(document, answer).content ?? {})[0];
}

/** The example response; an example that isn't JSON is shown as text. */
function exampleAnswer(document: OpenApiDocument, operation: Operation): string {
  const example = mediaOf(document, operation)?.example;
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

function renderObject(document: OpenApiDocument, name: string, schema: Schema): Html {
  return html`<section id="${name}">
<h3>${name}</h3>
${schema.description !== undefined && html`<p>${renderInline(schema.description)}</p>`}
${fieldList(document, schema)}
</section>`;
}
