/**
 * The value of Content-Disposition that makes a browser save a file under its name instead of showing it (RFC 6266). It has the
 * name in UTF-8, and in ASCII for clients that don't support UTF-8.
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${hexOf(char)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const hexOf = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase();
