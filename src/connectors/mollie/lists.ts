/** Items a page, the most that Mollie gives. */
const pageSize = 250;

/** A page of a list, newest first. @param from the id with which it begins; null for the newest */
export function listPath(path: string, from: string | null): string {
  const query = new URLSearchParams({ limit: String(pageSize), ...(from === null ? {} : { from }) });
  return `${path}?${query}`;
}

type Links = { readonly next?: { readonly href: string } | null };

/** The id with which the next page of a list begins; null on the last page. Undefined if the link doesn't have it. */
export function nextItem({ next }: Links): string | null | undefined {
  if (!next) return null;
  const from = URL.canParse(next.href) ? new URL(next.href).searchParams.get("from") : null;
  return from === null || from === "" ? undefined : from;
}
