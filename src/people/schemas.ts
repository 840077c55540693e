import type { Static } from "typebox";
import { Type } from "../kernel/type.ts";
import { mostAllowedHosts } from "../tenants/check-limits.ts";
import { scopes } from "../tenants/scopes.ts";
import { staffRoles } from "./roles.ts";

const email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" });
const role = Type.Enum([...staffRoles]);

export const InviteSchema = Type.Object({ email, role }, { additionalProperties: false });
export const RoleSchema = Type.Object({ role }, { additionalProperties: false });
/** The secret of an invitation's link. It is sent in a body, because addresses are written into logs. */
const secret = Type.String({ minLength: 43, maxLength: 43, pattern: "^[A-Za-z0-9_-]+$" });
export const SecretSchema = Type.Object({ secret }, { additionalProperties: false });
const password = Type.String({ minLength: 1, maxLength: 500 });
export const NewPasswordSchema = Type.Object({ secret, password }, { additionalProperties: false });
export const EmailSchema = Type.Object({ email }, { additionalProperties: false });
/** Where a receipt is mailed; to the customer's address by default. */
export const ReceiptMailSchema = Type.Object({ to: Type.Optional(email) }, { additionalProperties: false });
/** Whether a link for a new password also removes the person's authenticator app and passkeys. */
export const ResetLinkSchema = Type.Object(
  { removesSecondFactors: Type.Boolean() },
  { additionalProperties: false },
);
export const AuditQuerySchema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
/** Which events a browser follows. Tenant and mode are checked as the headers of other requests are. */
export const EventStreamQuerySchema = Type.Object(
  {
    tenant: Type.Optional(Type.String({ maxLength: 100 })),
    mode: Type.Optional(Type.String({ maxLength: 20 })),
    type: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    session: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);
export const JoinSchema = Type.Object(
  {
    secret,
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
    email: Type.Optional(email),
    password,
  },
  { additionalProperties: false },
);

const scope = Type.Enum([...scopes]);

/** Without @: a view stays when a customer is erased, so it may not hold their address. */
const withoutAddress = "^[^@]*$";
const viewFields = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: "^(?=.*\\S)[^@]*$" }),
  filters: Type.Record(
    Type.String({ pattern: "^[a-zA-Z]{1,30}$" }),
    Type.Union([Type.String({ maxLength: 255, pattern: withoutAddress }), Type.Integer()]),
    { maxProperties: 20 },
  ),
  columns: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 }),
  shared: Type.Boolean(),
};
export const NewViewSchema = Type.Object(viewFields, { additionalProperties: false });
export const ChangedViewSchema = Type.Object(
  {
    name: Type.Optional(viewFields.name),
    filters: Type.Optional(viewFields.filters),
    columns: Type.Optional(viewFields.columns),
    shared: Type.Optional(viewFields.shared),
  },
  { additionalProperties: false },
);

/** Where the tenant's sessions may send customers. An empty list allows all hosts. */
export const AllowedHostsSchema = Type.Object(
  {
    allowedHosts: Type.Array(Type.String({ maxLength: 255 }), { maxItems: mostAllowedHosts }),
  },
  { additionalProperties: false },
);

/** A quarantined report that somebody has dealt with. */
export const HandledReportSchema = Type.Object(
  {
    kind: Type.Enum(["notification", "dispute"]),
    connectorAccount: Type.String({ minLength: 1, maxLength: 100 }),
    reference: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { additionalProperties: false },
);
export type HandledReport = Static<typeof HandledReportSchema>;

/** A new API key of the mode that the request names. */
export const NewKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
    scopes: Type.Array(scope, { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
    allowedNetworks: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50, uniqueItems: true }),
    ),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  { additionalProperties: false },
);

/** How long the old key works beside its successor. */
export const RollKeySchema = Type.Object(
  { overlapHours: Type.Integer({ minimum: 0, maximum: 720 }) },
  { additionalProperties: false },
);
