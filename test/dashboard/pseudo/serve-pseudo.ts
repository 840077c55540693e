import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Page, Route } from "playwright-core";
import { makeScratchFolder } from "../../support/scratch.ts";

const run = promisify(execFile);

/** Builds the dashboard with the pseudo-language. Returns the folder, which the caller removes. */
export async function buildPseudo(): Promise<string> {
  const folder = makeScratchFolder("kassa-pseudo-");
  await run(process.execPath, [path.join(import.meta.dirname, "build.ts"), folder]);
  return folder;
}

/** Has a page load the dashboard of the folder in place of the server's own, with the server's headers and nonces. */
export async function servePseudo(page: Page, folder: string): Promise<void> {
  await page.route(/\/dashboard\/assets\//, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: path.join(folder, "assets", path.basename(pathname)) });
  });
  await page.route(/\/dashboard\/(?!assets\/|api\/|auth\/)/, (route) =>
    route.request().resourceType() === "document" ? sendPage(route, folder) : route.fallback(),
  );
}

async function sendPage(route: Route, folder: string): Promise<void> {
  const response = await route.fetch({ maxRedirects: 0 });
  const original = await response.text();
  const nonceIn = (pattern: RegExp): string => pattern.exec(original)?.[1] ?? "";
  const body = readFileSync(path.join(folder, "index.html"), "utf8")
    .replaceAll("{{script-nonce}}", nonceIn(/<script[^>]*\bnonce="([^"]+)"/))
    .replaceAll("{{style-nonce}}", nonceIn(/name="style-nonce" content="([^"]+)"/));
  await route.fulfill({ response, body });
}
