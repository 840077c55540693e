/**
 * Versions of the API, oldest first. A key is pinned to the version that was newest when it was created; a request can name
 * another with `Kassa-Version`. A breaking change gets a new date here and a transform in src/http/versions/.
 */
export const apiVersions = ["2026-11-21"] as const;
export type ApiVersion = (typeof apiVersions)[number];

export const newestApiVersion: ApiVersion = "2026-11-21";

export function isApiVersion(text: string): text is ApiVersion {
  return (apiVersions as readonly string[]).includes(text);
}
