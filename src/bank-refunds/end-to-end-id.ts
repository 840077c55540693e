import { randomBytes } from "node:crypto";

/** At most 35 characters; capitals and digits only, which every bank accepts. */
export const makeEndToEndId = (): string => `KASSA${randomBytes(12).toString("hex").toUpperCase()}`;

export const endToEndIdPattern = /^KASSA[0-9A-F]{24}$/;
