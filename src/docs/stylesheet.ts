import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tokens } from "../design/tokens.ts";

const body = Buffer.from(tokens + readFileSync(new URL("./assets/docs.css", import.meta.url), "utf8"));
const hash = createHash("sha384").update(body).digest();

/** The docs' one asset. Its path holds the hash of its bytes, so browsers keep it for good. */
export const stylesheet = {
  body,
  path: `/docs/assets/docs.${hash.toString("hex").slice(0, 12)}.css`,
  integrity: `sha384-${hash.toString("base64")}`,
} as const;
