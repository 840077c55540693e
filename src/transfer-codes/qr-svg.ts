import { encode } from "uqr";
import { type Html, html } from "../kernel/html.ts";

/** How a kind of code must be drawn. */
export type QrSymbol = {
  /** The smallest and the largest version; each has four modules more on a side than the one before. */
  readonly minVersion?: number;
  readonly maxVersion?: number;
  /** The mark in the middle that makes a QR code a Swiss one. */
  readonly swissCross?: boolean;
};

/** The light border around a code, in modules. Scanners need four of them (ISO/IEC 18004). */
const quietZone = 4;

/**
 * A text as a QR code in SVG, with error correction level M, which all specifications here ask for. A module is one unit.
 * It is dark on white in dark mode, too: many scanners can't read inverted codes. Its size is left to the style sheet.
 *
 * @param label what screen readers say instead of the picture
 * @throws RangeError on a text that is too long for the version, which the payloads' own limits prevent
 */
export function qrSvg(text: string, label: string, symbol: QrSymbol = {}): Html {
  const { minVersion = 1, maxVersion = 40, swissCross = false } = symbol;
  const { data: rows } = encode(text, { ecc: "M", minVersion, maxVersion, border: quietZone });
  const side = rows.length;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" focusable="false" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${pathOf(rows)}" stroke="#000"/>${swissCross && crossOf(side)}</svg>`;
}

/** One stroke for each run of dark modules, along the middle of its row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const strokes = rows.map((row, y) => {
    const runs = [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ];
    return runs.map(({ index, 0: run }) => `M${index} ${y}.5h${run.length}`).join("");
  });
  return strokes.join("");
}

/**
 * The Swiss cross: 7 mm of the code's 46 mm, a white cross on a black square with a white rim. Its proportions are those of
 * the drawing that SIX offers, on a grid of 19.8 units.
 */
function crossOf(side: number): Html {
  const scale = ((side - 2 * quietZone) * (7 / 46)) / 19.8;
  const rect = (width: number, height: number, fill: string): Html => {
    const [w, h] = [width * scale, height * scale];
    const position = html`x="${round((side - w) / 2)}" y="${round((side - h) / 2)}"`;
    return html`<rect ${position} width="${round(w)}" height="${round(h)}" fill="${fill}"/>`;
  };
  const white = "#fff";
  return html`${rect(19.8, 19.8, white)}${rect(17, 17, "#000")}${rect(3.3, 11, white)}${rect(11, 3.3, white)}`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
