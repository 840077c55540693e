export type Unknown = { readonly kind: "unknown"; readonly detail: string };

/** @param detail is logged, so it never quotes what Mollie sent */
export const unknown = (detail: string): Unknown => ({ kind: "unknown", detail });
