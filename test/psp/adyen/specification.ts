import { readFileSync } from "node:fs";
import {
  type OpenApiDocument,
  type SpecProblem,
  type SpecValidator,
  validateAgainstSpec,
} from "../../psp-specs/validate-against-spec.ts";
import { ApiError, invalidMerchantAccount } from "./errors.ts";
import type { NotificationItem } from "./notification-item.ts";

type Loaded = {
  readonly checkout: SpecValidator;
  readonly disputes: SpecValidator;
  /** Holds a whole notification to the schema of its event. */
  readonly notification: (eventCode: string, message: object) => readonly SpecProblem[];
};

let loaded: Loaded | undefined;

/** Adyen's published specifications. Made once a process. */
export function adyenSpecifications(): Loaded {
  loaded ??= {
    checkout: validateAgainstSpec(read("adyen-checkout-v72.json"), { closed: true }),
    disputes: validateAgainstSpec(read("adyen-DisputeService-v30.json"), { closed: true }),
    notification: loadNotifications(),
  };
  return loaded;
}

function read(name: string): OpenApiDocument {
  const file = new URL(`../../psp-specs/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
}

type Webhook = {
  readonly post: {
    readonly requestBody: {
      readonly content: { readonly "application/json": { readonly schema: { $ref: string } } };
    };
  };
};

function loadNotifications(): Loaded["notification"] {
  const document = read("adyen-Webhooks-v1.json");
  const { webhooks } = document as unknown as { readonly webhooks: Readonly<Record<string, Webhook>> };
  const validator = validateAgainstSpec(document, { closed: true });
  return (eventCode, message) => {
    const reference = webhooks[`/${eventCode}`]?.post.requestBody.content["application/json"].schema.$ref;
    const problems = validator.object(reference?.split("/").at(-1) ?? eventCode, message);
    // The schema of OFFER_CLOSED lacks the signature that Adyen's own example of it has.
    return problems.filter(({ property }) => property !== "hmacSignature");
  };
}

/** The message that carries notification items: one, as Adyen sends JSON, unless a test asks for more. */
export function toMessage(live: boolean, items: readonly NotificationItem[]): object {
  const notificationItems = items.map((item) => ({ NotificationRequestItem: item }));
  return { live: String(live), notificationItems };
}

/** Adyen's own answer to a request that its specification doesn't allow. */
export function toRequestError(problem: SpecProblem, schemaName: string): ApiError {
  const { keyword, property = "", at } = problem;
  if (keyword === "additionalProperties")
    return new ApiError(
      400,
      "702",
      `Structure of ${schemaName} contains the following unknown fields: [${property}]`,
    );
  if (keyword !== "required") return new ApiError(422, "702", `Field '${at.slice(1)}' is not valid.`);
  switch (property) {
    case "merchantAccount":
    case "merchantAccountCode":
      return invalidMerchantAccount();
    case "amount":
      return new ApiError(422, "100", "Required object 'amount' is not provided.");
    case "returnUrl":
      return new ApiError(422, "14_030", "Return URL is missing.");
    case "sessionResult":
      return new ApiError(422, "702", "Required query parameter 'sessionResult' is not provided");
    default:
      return new ApiError(422, "130", `Required field '${property}' is not provided.`);
  }
}
