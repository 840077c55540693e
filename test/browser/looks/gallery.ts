import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before } from "node:test";
import { assetFor } from "../../../src/checkout-page/assets.ts";
import { type Locale, locales } from "../../../src/checkout-page/locale.ts";
import { renderPage } from "../../../src/checkout-page/render.ts";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { pageHeaders } from "../../../src/checkout-page/security-headers.ts";
import type { PageView } from "../../../src/checkout-page/view-model.ts";
import { openBrowser, type TestBrowser } from "../../support/browser.ts";

/** Serves the payment page in every state, rendered by Kassa's code without a payment. */
type Gallery = {
  readonly url: string;
  close(): Promise<void>;
};

type Views = Readonly<Record<string, PageView>>;

/**
 * A gallery and a browser for the tests of a file.
 *
 * @param more views of the file's own, made from the samples of a language
 */
export function useGallery(more: (samples: Views) => Views = () => ({})): {
  readonly url: (locale: string, state: string) => string;
  readonly visit: TestBrowser["visit"];
} {
  let gallery: Gallery;
  let browser: TestBrowser;
  before(async () => {
    gallery = await openGallery(more);
    browser = openBrowser(gallery.url);
  });
  after(async () => {
    await browser.close();
    await gallery.close();
  });
  return {
    url: (locale, state) => `${gallery.url}/${locale}/${state}`,
    visit: (options, work) => browser.visit(options, work),
  };
}

/** Serves `/<locale>/<state>` and the files that these pages load. */
export async function openGallery(more: (samples: Views) => Views = () => ({})): Promise<Gallery> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://gallery");
    const asset = assetFor(pathname, undefined);
    if (asset) return response.writeHead(200, asset.headers).end(asset.body);
    const [, locale, state] = pathname.split("/");
    const samples = sampleViews(localeOf(locale));
    const view = { ...samples, ...more(samples) }[state ?? ""];
    // Waiting pages poll the session's status, and stay as they are without a response.
    if (!view) return response.writeHead(503).end();
    const { html, status } = renderPage(view);
    return response
      .writeHead(status, pageHeaders({ mode: "sandbox", publicUrl: new URL("http://localhost") }))
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const localeOf = (text: string | undefined): Locale => locales.find((locale) => locale === text) ?? "en";
