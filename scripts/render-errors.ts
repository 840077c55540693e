import { problemCodes } from "../src/kernel/problem-codes.ts";

const introduction = `# Errors

<!-- Generated from src/kernel/problem-codes.ts by \`npm run generate\`. -->

Whatever goes wrong is answered with problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

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

- **code** is for programs. It stays the same for good; new ones can be added.
- **detail** is for the person who mends the request. Its wording can change.
- **param** is a JSON pointer into the body, or the name of a query parameter or header.
- **errors** is there when a request has several faults, and lists them, the first ones of many.
- **requestId** finds the request in the operator's log. It is also in the header \`X-Request-Id\`.

Repeat a request after 408, 429, 503 and 409 \`idempotency_key_in_flight\`, waiting as \`Retry-After\` says, and after a lost
connection or a 500; with the same \`Idempotency-Key\` nothing happens twice. After 409 \`payment_in_progress\`,
\`movement_in_progress\`, \`clock_advancing\` or \`dispute_not_respondable\`, get the object to see when it can be done. After any
other answer, change the request first.
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
