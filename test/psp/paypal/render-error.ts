import { type ApiError, type Issue, makeDebugId } from "./errors.ts";
import type { Operation } from "./operations.ts";
import { type ApiName, issueDescriptions } from "./specification.ts";

const documentation: Readonly<Record<ApiName, string>> = {
  orders: "https://developer.paypal.com/docs/api/orders/v2/",
  payments: "https://developer.paypal.com/docs/api/payments/v2/",
  webhooks: "https://developer.paypal.com/docs/api/webhooks/v1/",
  disputes: "https://developer.paypal.com/docs/api/customer-disputes/v1/",
  reporting: "https://developer.paypal.com/docs/api/transaction-search/v1/",
};

/** An error as PayPal's APIs write it, with the specification's descriptions of the operation's issues. */
export function renderError(operation: Operation, error: ApiError): object {
  const { name, message, issues, links, status } = error;
  const descriptions = issueDescriptions(operation, status);
  const details = issues.map((issue) => withDescription(issue, descriptions));
  const [first] = issues;
  const href = `${documentation[operation.api]}#error-${first?.issue ?? name}`;
  return {
    name,
    ...(details.length === 0 ? {} : { details }),
    message,
    debug_id: makeDebugId(),
    links: [{ href, rel: "information_link", method: "GET" }, ...links],
  };
}

function withDescription(issue: Issue, descriptions: ReadonlyMap<string, string>): Issue {
  const description = descriptions.get(issue.issue) ?? issue.description;
  return description === undefined ? issue : { ...issue, description };
}
