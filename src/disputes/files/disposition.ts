/**
 * The header that makes a browser save a file under its name instead of showing it (RFC 6266): the name in UTF-8 for
 * those that read that, and in ASCII for the others.
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${hexOf(sign)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase();
