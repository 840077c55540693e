import type { World } from "./world.ts";

export type Link = { readonly href: string; readonly type: string };

/** A link to a resource of the API, by its path after `/v2`. */
export function link(world: World, path: string): Link {
  return { href: `${world.url()}/v2${path}`, type: "application/hal+json" };
}

export function htmlLink(href: string): Link {
  return { href, type: "text/html" };
}

export function documentation(page = "overview"): Link {
  return htmlLink(`https://docs.mollie.com/reference/${page}`);
}

export function listLinks(world: World, path: string): object {
  return { self: link(world, path), documentation: documentation() };
}

/** A time as Mollie writes it. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "+00:00");
}
