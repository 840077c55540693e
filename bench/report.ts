/** The median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
}

/**
 * The mean of the middle half of the values: for times that are multiples of a step, such as those of frames on a screen, between which a
 * median would jump.
 */
export function middleMean(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const quarter = Math.floor(sorted.length / 4);
  const middle = sorted.slice(quarter, sorted.length - quarter);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Measures A and B in turn and returns the median of their ratios, so that slow drift of the machine cancels out. */
export async function pairs(
  rounds: number,
  measureA: () => Promise<number>,
  measureB: () => Promise<number>,
): Promise<{ a: number; b: number; ratio: number; ratios: number[] }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await measureA());
    b.push(await measureB());
  }
  const ratios = a.map((value, index) => value / (b[index] ?? Number.NaN));
  return { a: median(a), b: median(b), ratio: median(ratios), ratios };
}

export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the report: a ratio, its target, and the two figures it comes from. */
export function ratioLine(
  name: string,
  result: { a: number; b: number; ratio: number; ratios: number[] },
  bar: Bar,
  unit: string,
): string {
  const held = "atLeast" in bar ? result.ratio >= bar.atLeast : result.ratio <= bar.atMost;
  const wanted = "atLeast" in bar ? `≥ ${bar.atLeast.toFixed(2)}` : `≤ ${bar.atMost.toFixed(2)}`;
  const spread = result.ratios.map((ratio) => ratio.toFixed(2)).join(" ");
  return `${held ? "✓" : "✗"} ${result.ratio.toFixed(2).padStart(6)} (${wanted})  ${name}: ${round(result.a)} ÷ ${round(result.b)} ${unit}  [${spread}]`;
}

export function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}
