import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tokens } from "../design/tokens.ts";

const body = Buffer.from(tokens + readFileSync(new URL("./assets/docs.css", import.meta.url), "utf8"));
const hash = createHash("sha384").update(body).digest();

/** The only asset of the docs. Its path contains a hash of its content, so browsers may cache it forever. */
export const stylesheet = {
  body,
  path: `/docs/assets/docs.${hash.toString("hex").slice(0, 12)}.css`,
  integrity: `sha384-${hash.toString("base64")}`,
} as const;
