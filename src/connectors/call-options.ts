export type CallOptions = { readonly timeoutMs: number };
