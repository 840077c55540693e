/** What the shop sells. Prices are in cents. */
export type Product = {
  readonly sku: string;
  readonly name: string;
  readonly note: string;
  readonly unitAmount: number;
  /** The inside of an SVG of 120 × 120. */
  readonly picture: string;
};

export const currency = "EUR";
export const shippingAmount = 490;

const pot = '<path d="M40 74h40l-5 30H45z" class="clay"/><path d="M37 66h46v9H37z" class="rim"/>';

export const products: readonly Product[] = [
  {
    sku: "monstera",
    name: "Monstera",
    note: "Big leaves, small demands",
    unitAmount: 3490,
    picture: `<path d="M60 68V34M60 60C48 58 38 48 37 30c16 1 24 12 23 30zM60 52c2-18 12-28 27-28 0 17-10 28-27 28zM60 40c-8-8-9-18-3-28 8 8 9 18 3 28z" class="leaf"/>${pot}`,
  },
  {
    sku: "pearls",
    name: "String of pearls",
    note: "Hangs wherever you let it",
    unitAmount: 1450,
    picture: `<g transform="translate(0 -26)">${pot}<path d="M42 66c-8 4-10 14-9 30M54 64c-3 10-3 22-1 38M68 64c4 10 4 20 2 32M78 66c9 4 11 16 9 34" class="stem"/><path d="M33 96h.1M34 84h.1M38 73h.1M53 102h.1M52 90h.1M52 77h.1M70 96h.1M71 84h.1M70 73h.1M87 100h.1M87 88h.1M84 76h.1" class="pearl"/></g>`,
  },
  {
    sku: "pot",
    name: "Terracotta pot",
    note: "14 cm, with a saucer",
    unitAmount: 900,
    picture:
      '<path d="M34 44h52l-7 48H41z" class="clay"/><path d="M30 32h60v13H30z" class="rim"/><path d="M32 94h56l-4 9H36z" class="rim"/>',
  },
  {
    sku: "can",
    name: "Watering can",
    note: "One litre, long spout",
    unitAmount: 2200,
    picture:
      '<path d="M48 52h38v44H48z" class="tin"/><path d="M48 84 22 48M16 50l12-9" class="spout"/><path d="M52 52c0-22 30-22 30 0M86 60c18 0 18 26 0 26" class="handle"/>',
  },
];
