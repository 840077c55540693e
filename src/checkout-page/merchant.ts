export type Merchant = {
  readonly name: string;
  readonly logo?: Logo;
  /** `#rrggbb` as the merchant set it. The page derives a readable accent from it. */
  readonly brandColor?: string;
  readonly supportEmail?: string;
  /** An https or http URL. Any other is not linked. */
  readonly supportUrl?: string;
  readonly supportPhone?: string;
  /** The merchant's own pages: https or http URLs. Any other is not linked. */
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
  readonly imprintUrl?: string;
};

/** A picture on this origin. Width and height define its proportions. */
export type Logo = { readonly url: string; readonly width: number; readonly height: number };
