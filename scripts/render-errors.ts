import { problemCodes } from "../src/kernel/problem-codes.ts";

const introduction = `# Errors

<!-- Generated from src/kernel/problem-codes.ts by \`npm run generate\`. -->

Kassa answers every failed request with problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). This page says what each
code means and what to do.

\`\`\`http excerpt="the form of a response; src/http tests it"
HTTP/1.1 400 Bad Request
Content-Type: application/problem+json; charset=utf-8

{
  "type": "http://localhost:8080/docs/errors#currency_invalid",
  "title": "The currency isn't an active ISO 4217 code",
  "status": 400,
  "detail": "It has to be the three letters of an active ISO 4217 currency.",
  "code": "currency_invalid",
  "param": "/currency",
  "requestId": "req_7Hq2mZ0cT4v9KxW1bN8s",
  "docUrl": "http://localhost:8080/docs/errors#currency_invalid"
}
\`\`\`

| Field | Meaning |
| --- | --- |
| \`code\` | identifies the error for programs. A code never changes; later versions can add codes |
| \`detail\` | says what is wrong with this request and what to change. It is written for people, and its wording can change |
| \`param\` | a JSON pointer into the body, or the name of a query parameter or header |
| \`errors\` | lists the faults if the request has several; if there are many, only the first ones |
| \`requestId\` | identifies the request in the operator's log; it is also in the header \`X-Request-Id\` |

## When to retry

| Response | What to do |
| --- | --- |
| 408, 429, 503, 409 \`idempotency_key_in_flight\` | wait as long as \`Retry-After\` says, then send the same request again |
| 500, or no response because the connection broke | send the same request again |
| 409 \`payment_in_progress\`, \`movement_in_progress\`, \`clock_advancing\`, \`dispute_not_respondable\` | get the object until its state allows the request |
| any other error | change the request first |

With the same \`Idempotency-Key\`, a retry does nothing twice.
`;

/** docs/reference/errors.md: the codes grouped by status, each a section whose anchor is the code. */
export function renderErrors(): string {
  const statuses = [...new Set(Object.values(problemCodes).map(({ status }) => status))].sort(
    (a, b) => a - b,
  );
  const sections = statuses.map((status) => {
    const codes = Object.entries(problemCodes).filter(([, known]) => known.status === status);
    const parts = codes.map(([code, { title, help }]) => `### ${code}\n\n${title}.\n\n${help}\n`);
    return `## Status ${status}\n\n${parts.join("\n")}`;
  });
  return `${introduction}\n${sections.join("\n")}`;
}
