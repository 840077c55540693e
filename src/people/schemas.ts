import { Type } from "../kernel/type.ts";
import { staffRoles } from "./roles.ts";

const email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" });
const role = Type.Enum([...staffRoles]);

export const InviteSchema = Type.Object({ email, role }, { additionalProperties: false });
export const RoleSchema = Type.Object({ role }, { additionalProperties: false });
/** The secret of an invitation's link. It is sent in a body, because addresses are written into logs. */
const secret = Type.String({ minLength: 43, maxLength: 43, pattern: "^[A-Za-z0-9_-]+$" });
export const InvitationSchema = Type.Object({ secret }, { additionalProperties: false });
export const JoinSchema = Type.Object(
  {
    secret,
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
    email: Type.Optional(email),
    password: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { additionalProperties: false },
);
