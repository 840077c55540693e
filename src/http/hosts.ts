/**
 * Which Host headers this server answers. A page that is served for any name can be reached under a name that an
 * attacker controls (DNS rebinding), so others than Kassa's own are refused with 421.
 */
export function makeHostCheck(publicUrl: URL): (host: string | undefined) => boolean {
  const names = new Set([publicUrl.hostname, "localhost", "127.0.0.1", "[::1]"]);
  const known = new Map<string, boolean>();
  return (host) => {
    if (host === undefined) return false;
    let verdict = known.get(host);
    if (verdict === undefined) {
      verdict = names.has(hostName(host));
      // Bounded, for the header is the caller's to choose.
      if (known.size < 100) known.set(host, verdict);
    }
    return verdict;
  };
}

function hostName(host: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? "").toLowerCase();
}
