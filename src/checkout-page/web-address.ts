/** An http or https address; null for any other. The merchant chooses the address, and a `javascript:` URL must never run here. */
export function webAddress(address: string | undefined): URL | null {
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : null;
}
