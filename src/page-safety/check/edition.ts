import { createHash } from "node:crypto";
import { script, stylesheet } from "../../checkout-page/assets.ts";
import { makeProbe, probeToken, probeView } from "../../checkout-page/probe.ts";
import { renderPage } from "../../checkout-page/render.ts";
import { pageHeaders } from "../../checkout-page/security-headers.ts";
import type { Keyring } from "../../kernel/seal.ts";

/** What a version of Kassa serves for a probe: what the page that arrives is held against. */
export type Edition = {
  /** The same for two processes exactly when they serve the same. */
  readonly fingerprint: string;
  /** By name in lower case; all of them, each to the letter. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the document in hex, what differs with each probe masked. */
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

/** This version's edition, and its document in full, for saying where another one differs. */
export type OwnEdition = Edition & { readonly text: string };

/** The language in which probes are read. */
export const probeLocale = "en";

/** What this process serves at `publicUrl`; depends on nothing else but the version. */
export function ownEdition(keyring: Keyring, publicUrl: URL): OwnEdition {
  // Any probe will do, for what differs from one to the next is masked.
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

/** The document of a probe's page without what differs from one probe to the next. */
export function maskProbe(document: string, keyring: Keyring, probe: string): string {
  return document.replaceAll(probeToken(keyring, probe), "{token}").replaceAll(probe, "{probe}");
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
