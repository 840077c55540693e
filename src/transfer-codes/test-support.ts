import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { findProgram } from "../../test/support/test-program.ts";

/** Reads the QR code in a picture (PNG, PGM …); undefined if no zbarimg is installed. */
export function readQrCode(picture: Uint8Array): string | undefined {
  const program = findProgram("zbarimg");
  if (!program) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-qr-"));
  try {
    const file = path.join(folder, "code");
    writeFileSync(file, picture);
    // Binary output holds the code's bytes. Otherwise zbar guesses their encoding, and may guess wrong.
    const options = ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary"];
    const { status, stdout, stderr } = spawnSync(program.executablePath, [...options, file], {
      env: { ...process.env, ...program.env },
    });
    assert.equal(status, 0, `zbarimg finds no code: ${stderr}`);
    return stdout.toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const noZbar = "not run: zbarimg isn't installed (Debian: apt-get install zbar-tools)";

/** Draws an SVG of `qrSvg` as a PGM picture: rectangles and horizontal strokes, and nothing else. */
export function drawSvg(svg: string, pixelsPerModule = 8): Uint8Array {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * pixelsPerModule;
  const pixels = Buffer.alloc(side * side, 0x80);
  for (const { x, y, width, height, dark } of shapesOf(svg)) {
    const [left, right] = [x, x + width].map((edge) => Math.round(edge * pixelsPerModule));
    const [top, bottom] = [y, y + height].map((edge) => Math.round(edge * pixelsPerModule));
    for (let row = top ?? 0; row < (bottom ?? 0); row += 1)
      pixels.fill(dark ? 0 : 0xff, row * side + (left ?? 0), row * side + (right ?? 0));
  }
  return Buffer.concat([Buffer.from(`P5\n${side} ${side}\n255\n`), pixels]);
}

type Shape = { x: number; y: number; width: number; height: number; dark: boolean };

/** The shapes in the order in which they are painted. */
function shapesOf(svg: string): Shape[] {
  return [...svg.matchAll(/<(rect|path) ([^>]*)\/>/g)].flatMap(([, element, attributes = ""]) => {
    const attribute = (name: string): string =>
      new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "0";
    const number = (name: string): number => Number(attribute(name));
    const dark = (attribute("fill") + attribute("stroke")).includes("#000");
    if (element === "rect")
      return [{ x: number("x"), y: number("y"), width: number("width"), height: number("height"), dark }];
    return [...attribute("d").matchAll(/M(\d+) (\d+)\.5h(\d+)/g)].map(([, x, y, width]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: 1,
      dark,
    }));
  });
}
