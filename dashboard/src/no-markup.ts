type TrustedTypes = {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
};

/**
 * The component library sets the text of style elements as if it were HTML. The page's policy (Trusted Types) asks this rule about each such
 * text: one without markup may pass, and nothing can become an element, whoever wrote it. Browsers that don't know Trusted Types
 * have the rest of the policy.
 */
export function allowNoMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", { createHTML: (text) => (text.includes("<") ? null : text) });
}
