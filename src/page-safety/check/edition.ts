import { createHash } from "node:crypto";
import { script, stylesheet } from "../../checkout-page/assets.ts";
import { makeProbe, probeToken, probeView } from "../../checkout-page/probe.ts";
import { renderPage } from "../../checkout-page/render.ts";
import { pageHeaders } from "../../checkout-page/security-headers.ts";
import type { Keyring } from "../../kernel/seal.ts";

/** The page that a version of Kassa serves for a probe. Checks compare the page that arrives with it. */
export type Edition = {
  /** Equal for two processes exactly when they serve the same page. */
  readonly fingerprint: string;
  /** All headers with their exact values, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the document in hex, with the parts masked that differ between probes. */
  readonly document: string;
  readonly files: readonly EditionFile[];
};

/** A script or style sheet of the page. */
export type EditionFile = {
  readonly path: string;
  /** As in the tag: "sha384-" and the digest in Base64. */
  readonly integrity: string;
  readonly contentType: string;
};

/** This version's edition with the full document, for describing differences. */
export type OwnEdition = Edition & { readonly text: string };

/** The language in which probes are requested. */
export const probeLocale = "en";

/** The edition that this process serves at `publicUrl`. Otherwise it depends only on the version. */
export function ownEdition(keyring: Keyring, publicUrl: URL): OwnEdition {
  // Any probe will do, because the parts that differ are masked.
  const probe = makeProbe(keyring, 0);
  const text = maskProbe(renderPage(probeView(keyring, probe, probeLocale)).html, keyring, probe);
  const headers = pageHeaders({ mode: "live", publicUrl });
  const document = digestOf(text);
  const files = [script, stylesheet].map(({ path, integrity, contentType }) => ({
    path,
    integrity,
    contentType,
  }));
  const fingerprint = digestOf(JSON.stringify({ headers, document, files }));
  return { fingerprint, headers, document, files, text };
}

/** The document of a probe's page with the parts masked that differ between probes. */
export function maskProbe(document: string, keyring: Keyring, probe: string): string {
  return document.replaceAll(probeToken(keyring, probe), "{token}").replaceAll(probe, "{probe}");
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
