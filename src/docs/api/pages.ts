import { type OpenApiDocument, resolve, type Schema } from "../../http/openapi/types.ts";
import { type Html, html } from "../../kernel/html.ts";
import { layout } from "../layout.ts";
import { codeBlock } from "../markdown/code-block.ts";
import { renderInline } from "../markdown/render.ts";
import { componentOf, fieldList, objectLink } from "./describe-schema.ts";
import { renderOperation } from "./operation.ts";
import { apiPath, objectAddress, type Resource, resourcesOf, sharedObject } from "./resources.ts";

/** `/docs/api`: how to call the API, and links to every operation and object. */
export function renderOverview(document: OpenApiDocument): Html {
  const resources = resourcesOf(document);
  return layout({
    title: "API reference",
    path: apiPath,
    contents: [],
    main: html`<h1>API reference</h1>
${introduction(document)}
<h2 id="operations">Operations</h2>
<div class="resources">${resources.filter(({ operations }) => operations.length > 0).map(renderSummary)}</div>
${renderObject(document, sharedObject)}
<h2 id="objects">Objects</h2>
<p class="objects">${resources.flatMap(({ objects }) => objects).map((name) => movedLink(name, objectAddress(document, name), name))}</p>`,
  });
}

function introduction({ info }: OpenApiDocument): Html {
  return html`${info.description.split(/(?<=[.])\n/).map((text) => html`<p>${renderInline(text.replaceAll("\n", " "))}</p>`)}
<p>The same reference as an OpenAPI 3.1 document: <a href="/openapi.json">/openapi.json</a>. This is version <code>${info.version}</code>.</p>
${commandsNote}`;
}

const commandsNote = html`<p>The commands use <code>$KASSA</code> and <code>$KEY</code>, which <a href="/docs/get-started/first-session#1-start-kassa">your first session</a> sets.</p>`;

function renderSummary({ name, path, description, operations }: Resource): Html {
  const links = operations.map(
    ({ operation: { operationId, summary } }) =>
      html`<li>${movedLink(operationId, `${path}#${operationId}`, summary)}</li>`,
  );
  return html`<section><h3><a href="${path}">${name}</a></h3>
<p>${renderInline(description)}</p>
<ul>${links}</ul></section>`;
}

/** A link with the anchor that its target had when the reference was one page; the script follows it. */
const movedLink = (id: string, address: string, text: string): Html =>
  html`<a id="${id}" href="${address}" data-moved>${text}</a> `;

/** A page with the operations and objects of one resource. */
export function renderResource(document: OpenApiDocument, resource: Resource): Html {
  const { name, path, description, operations, objects } = resource;
  return layout({
    title: `${name} · API`,
    path,
    contents: [
      ...operations.map(({ operation }) => ({ id: operation.operationId, text: operation.summary })),
      ...objects.map((object) => ({ id: object, text: object })),
    ],
    main: html`<h1>${name}</h1>
<p>${renderInline(description)}</p>
${operations.length > 0 && commandsNote}
${operations.map((entry) => renderOperation(document, entry))}
${webhooksOf(document, name).map((webhook) => renderWebhook(document, webhook))}
${objects.map((object) => renderObject(document, object))}`,
  });
}

function webhooksOf({ webhooks = {} }: OpenApiDocument, tag: string) {
  return Object.values(webhooks)
    .map(({ post }) => post)
    .filter(({ tags }) => tags.includes(tag));
}

/** An event: when it is sent, and an example of what is sent. */
function renderWebhook(
  document: OpenApiDocument,
  { operationId, summary, description, requestBody }: ReturnType<typeof webhooksOf>[number],
): Html {
  const media = requestBody.content["application/json"];
  const component = media && componentOf(media.schema);
  return html`<section class="operation" id="${operationId}">
<h2><code>${summary}</code></h2>
<p>${renderInline(description ?? "")}${component !== undefined && html` The body is a ${objectLink(document, component)}.`}</p>
${codeBlock(JSON.stringify(media?.example, null, 2), "json")}
</section>`;
}

function renderObject(document: OpenApiDocument, name: string): Html {
  const schema = resolve<Schema>(document, { $ref: `#/components/schemas/${name}` });
  return html`<section id="${name}">
<h2>${name}</h2>
${schema.description !== undefined && html`<p>${renderInline(schema.description)}</p>`}
${fieldList(document, schema)}
</section>`;
}
