import { Type } from "../../../kernel/type.ts";
import { highestRate, mostAllowedHosts } from "../../../tenants/check-limits.ts";

const name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });
const rate = Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: highestRate }), Type.Null()]));

export const NewTenantSchema = Type.Object({ name }, { additionalProperties: false });

/** What isn't named stays. A rate that is null is removed, so that KASSA_RATE_LIMIT holds. */
export const ChangedTenantSchema = Type.Object(
  {
    name: Type.Optional(name),
    allowedHosts: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: mostAllowedHosts })),
    rateLimits: Type.Optional(Type.Object({ live: rate, sandbox: rate }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
