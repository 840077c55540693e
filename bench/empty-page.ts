import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a page's files weigh as they are transferred, headers included, in bytes. */
export type Weights = { readonly document: number; readonly stylesheet: number; readonly script: number };

export type EmptyPage = { readonly url: string; stop(): Promise<void> };

/** The headers of this server's answers, about. */
const headerBytes = 200;

/** What makes a browser prepare a page differently: this one puts it into a process of its own. */
const isolation = "cross-origin-opener-policy";

/**
 * Serves a page with one word, whose document, style sheet and script are as heavy as another page's and contain nothing else, as
 * isolated from other pages as that one. No page of this weight can be painted earlier.
 *
 * @param like the address of the other page
 */
export async function serveEmptyPage(weights: Weights, like: string): Promise<EmptyPage> {
  const { headers } = await fetch(like);
  const isolated = { [isolation]: headers.get(isolation) ?? "unsafe-none" };
  const filler = (bytes: number): string =>
    randomBytes(bytes)
      .toString("base64")
      .slice(0, Math.max(0, bytes - headerBytes));
  const files = new Map([
    [
      "/",
      {
        type: "text/html; charset=utf-8",
        body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head>
<body><h1>Pay</h1><!-- ${filler(weights.document - 350)} --></body></html>`,
      },
    ],
    ["/style.css", { type: "text/css", body: `h1 { margin: 1em } /* ${filler(weights.stylesheet - 30)} */` }],
    ["/script.js", { type: "text/javascript", body: `/* ${filler(weights.script - 10)} */` }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    response.writeHead(file ? 200 : 404, { ...isolated, "content-type": file?.type ?? "text/plain" });
    response.end(file?.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
