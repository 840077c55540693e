import {
  type Method,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  resolve,
} from "../../http/openapi/types.ts";
import { type Html, html } from "../../kernel/html.ts";
import { codeBlock } from "../markdown/code-block.ts";
import { renderInline } from "../markdown/render.ts";
import { curlFor } from "./curl.ts";
import { componentOf, fieldList, fieldRow, objectLink } from "./describe-schema.ts";
import { sharedObject } from "./resources.ts";

/** An operation: what it takes and answers, with a curl command and an example of its response. */
export function renderOperation(
  document: OpenApiDocument,
  entry: { method: Method; path: string; operation: Operation },
): Html {
  const { method, path, operation } = entry;
  return html`<section class="operation" id="${operation.operationId}">
<h2>${operation.summary} <a class="anchor" href="#${operation.operationId}" aria-label="Link to this section">#</a></h2>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
<div class="halves">
<div>
${operation.description !== undefined && html`<p>${renderInline(operation.description)}</p>`}
${renderParameters(document, operation)}
${renderRequest(document, operation)}
${renderAnswers(document, operation)}
</div>
<div class="examples">
<h3>Request</h3>
<div class="request">${codeBlock(curlFor(document, entry), "sh")}</div>
${exampleAnswer(document, operation)}
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
      ({ heading, members }) =>
        html`<h3>${heading}</h3><dl class="fields">${members.map((member) => parameterRow(document, member))}</dl>`,
    )}`;
}

const parameterRow = (document: OpenApiDocument, { name, schema, required, description }: Parameter): Html =>
  fieldRow(document, { name, schema, required: required === true, description });

function renderRequest(document: OpenApiDocument, operation: Operation): Html | null {
  const media = operation.requestBody?.content["application/json"];
  return media ? html`<h3>Body</h3>${fieldList(document, media.schema)}` : null;
}

function renderAnswers(document: OpenApiDocument, operation: Operation): Html {
  const success = mediaOf(document, operation);
  const component = success && componentOf(success.schema);
  const failures = Object.keys(operation.responses).filter((status) => status !== "200");
  const links = failures.map(
    (status, at) => html`${at > 0 && ", "}<a href="/docs/errors#status-${status}">${status}</a>`,
  );
  return html`<h3>Responses</h3>
<p><strong>200</strong>: ${component === undefined ? "done" : objectLink(document, component)}.
A ${objectLink(document, sharedObject)} with ${links}.</p>`;
}

function mediaOf(document: OpenApiDocument, operation: Operation) {
  const answer = operation.responses["200"];
  return answer && Object.values(resolve(document, answer).content ?? {})[0];
}

/** The example response, if there is one; an example that isn't JSON is shown as text. */
function exampleAnswer(document: OpenApiDocument, operation: Operation): Html | null {
  const example = mediaOf(document, operation)?.example;
  if (example === undefined) return null;
  const [text, language] =
    typeof example === "string" ? [example, "text"] : [JSON.stringify(example, null, 2), "json"];
  return html`<h3>Response</h3>${codeBlock(text, language)}`;
}
