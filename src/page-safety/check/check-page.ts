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

/** The result of a check. */
export type CheckResult =
  /** The page arrives as it was sent. */
  | { readonly outcome: "same"; readonly address: string }
  /** Something changes the page on its way. */
  | { readonly outcome: "differs"; readonly address: string; readonly differences: readonly Difference[] }
  /** The page couldn't be fetched, so the check has no result. */
  | { readonly outcome: "unreachable"; readonly address: string; readonly why: string };

export type CheckDeps = {
  readonly keyring: Keyring;
  readonly publicUrl: URL;
  /** The address to request instead of the public one. The expected page is still that of the public address. */
  readonly at?: URL;
  /** The database's time, in milliseconds since 1970. */
  readonly nowMs: () => number;
};

/**
 * Opens the payment page through the public address, as a customer does, and compares what arrives with what was sent: the
 * headers, the exact document, and its files. Takes at most 20 s. Never throws because of a response.
 *
 * @param others editions of other versions that run at the same time, for example during an upgrade
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

/** Why a response says nothing about the page: there is none, or its status is that of an error or a rate limit. */
function faultOf(page: Fetched): string | undefined {
  if (page.kind === "unreachable") return page.why;
  const { status } = page;
  return status === 403 || status === 404 || status === 429 || status >= 500
    ? `answered with status ${status}`
    : undefined;
}

/** The edition with this document, preferably with the same headers, too. Own edition when no document matches. */
function editionOf(document: string, headers: Headers, own: OwnEdition, others: readonly Edition[]): Edition {
  const digest = digestOf(document);
  const editions = [own, ...others].filter((edition) => edition.document === digest);
  const exact = editions.find((edition) => headerDifferences(edition, headers).length === 0);
  return exact ?? editions[0] ?? own;
}

async function checkFile(at: URL, file: EditionFile): Promise<Difference[]> {
  const answer = await fetchPage(new URL(file.path, at), "*/*");
  if (answer.kind === "unreachable") return [difference(file.path, "status 200", answer.why)];
  return fileDifferences(file, answer.status, answer.headers, answer.body);
}
