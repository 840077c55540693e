import { makeProbe } from "../../checkout-page/probe.ts";
import type { Keyring } from "../../kernel/seal.ts";
import {
  type Difference,
  difference,
  documentDifferences,
  fileDifferences,
  headerDifferences,
} from "./differences.ts";
import { digestOf, type Edition, type EditionFile, maskProbe, type OwnEdition } from "./edition.ts";
import { type Fetched, fetchPage } from "./fetch-page.ts";

/** What a check came to. */
export type CheckResult =
  /** What arrives is what was sent. */
  | { readonly outcome: "same"; readonly address: string }
  /** Something on the way changes it. */
  | { readonly outcome: "differs"; readonly address: string; readonly differences: readonly Difference[] }
  /** The page couldn't be had, so nothing is known. */
  | { readonly outcome: "unreachable"; readonly address: string; readonly why: string };

export type CheckDeps = {
  readonly keyring: Keyring;
  readonly publicUrl: URL;
  /** Where to ask for the page, in place of the public address: what is expected stays what that one is sent. */
  readonly at?: URL;
  /** The database's time, in milliseconds since 1970. */
  readonly nowMs: () => number;
};

/**
 * Opens the payment page as a consumer does, through the public address, and holds what arrives against what was sent:
 * its headers, its document to the letter, and the files that it runs. Takes 20 s at the most. Never throws for what it
 * finds.
 *
 * @param others editions of other versions that run at the same time, during an upgrade for instance
 */
export async function checkPage(
  deps: CheckDeps,
  own: OwnEdition,
  others: readonly Edition[],
): Promise<CheckResult> {
  const at = deps.at ?? deps.publicUrl;
  const address = at.origin;
  const probe = makeProbe(deps.keyring, deps.nowMs());
  const page = await fetchPage(new URL(`/pay/${probe}`, at), "text/html");
  const fault = faultOf(page);
  if (page.kind === "unreachable" || fault !== undefined)
    return { outcome: "unreachable", address, why: fault ?? "no answer" };
  const found = maskProbe(page.body.toString("utf8"), deps.keyring, probe);
  const edition = editionOf(found, page.headers, own, others);
  const differences = [
    ...headerDifferences(edition, page.headers),
    ...(edition === own ? documentDifferences(own, found) : []),
    ...(await Promise.all(edition.files.map((file) => checkFile(at, file)))).flat(),
  ];
  return differences.length === 0
    ? { outcome: "same", address }
    : { outcome: "differs", address, differences };
}

/** Why an answer says nothing about the page: it is none, or one for whoever asks too much, or there is no page now. */
function faultOf(page: Fetched): string | undefined {
  if (page.kind === "unreachable") return page.why;
  const { status } = page;
  return status === 403 || status === 404 || status === 429 || status >= 500
    ? `answered with status ${status}`
    : undefined;
}

/** The version whose document it is, of several the one whose headers fit as well; ours when it is nobody's. */
function editionOf(document: string, headers: Headers, own: OwnEdition, others: readonly Edition[]): Edition {
  const digest = digestOf(document);
  const editions = [own, ...others].filter((edition) => edition.document === digest);
  const whole = editions.find((edition) => headerDifferences(edition, headers).length === 0);
  return whole ?? editions[0] ?? own;
}

async function checkFile(at: URL, file: EditionFile): Promise<Difference[]> {
  const answer = await fetchPage(new URL(file.path, at), "*/*");
  if (answer.kind === "unreachable") return [difference(file.path, "status 200", answer.why)];
  return fileDifferences(file, answer.status, answer.headers, answer.body);
}
