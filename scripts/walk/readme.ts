import { readFileSync } from "node:fs";
import path from "node:path";
import { type Block, readPage } from "../../test/docs/read-page.ts";

/** The code that the README tells its reader to run. */
export type Readme = { readonly session: string; readonly endpoint: string; readonly receiver: string };

export function readReadme(folder: string): Readme {
  const steps = readPage(readFileSync(path.join(folder, "README.md"), "utf8"));
  const blocks = steps.filter((step): step is Block => step.kind === "block");
  const find = (language: string, part: string): string => {
    const found = blocks.find((block) => block.language === language && block.text.includes(part));
    if (!found) throw new Error(`The README has no ${language} block with ${part}`);
    return found.text;
  };
  return {
    session: find("sh", "/api/checkout/sessions"),
    endpoint: find("sh", "/api/webhook-endpoints"),
    receiver: find("js", "receiver.mjs"),
  };
}
