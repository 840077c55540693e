import { isUtf8 } from "node:buffer";
import { failed, type Result, success } from "../../kernel/result.ts";

/** How wide and high an SVG is, in its own units. */
export type SvgSize = { readonly width: number; readonly height: number };

/**
 * Looks through an SVG for what could run or load anything, and refuses it rather than mending it: whoever drew it knows
 * how to leave that out, and a mended drawing may no longer be the one that was drawn. The page shows logos as pictures
 * only, where browsers run no script, and the address of the logo itself is served under a policy that allows none; this
 * is the third lock. So it reads no XML: it looks for the words, wherever they stand, and may refuse a harmless one.
 *
 * The failure is a sentence for who uploaded it.
 */
export function checkSvg(content: Buffer): Result<SvgSize, string> {
  if (!isUtf8(content) || content.includes(0)) return failed("An SVG has to be a text in UTF-8.");
  const text = content.toString("utf8").replace(/^\uFEFF/, "");
  const root = rootPattern.exec(text)?.[1];
  if (root === undefined) return failed("An SVG begins with its svg element.");
  const found = forbidden.find(({ pattern }) => pattern.test(text));
  if (found) return failed(`The SVG holds ${found.name}. Save it as plain SVG, without any.`);
  if (references(text).some((target) => !isEmbedded(target)))
    return failed("The SVG refers to something outside of itself. Save it with everything embedded.");
  const size = sizeOf(root);
  return size ? success(size) : failed("The SVG says neither a viewBox nor its width and height.");
}

export const looksLikeSvg = (content: Buffer): boolean =>
  /<(?:[\w.-]+:)?svg[\s>]/.test(content.toString("latin1"));

/** A declaration, comments, a document type without definitions of its own, and then the root. Captures its attributes. */
const rootPattern =
  /^\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE\s[^[>]*>\s*)*<(?:[\w.-]+:)?svg(\s(?:"[^"]*"|'[^']*'|[^"'>])*)>/;

/** Names may carry a prefix, for any prefix can stand for any language that a browser runs. */
const forbidden: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "definitions of entities", pattern: /<!(?:ENTITY|DOCTYPE[^>]{0,500}\[)/i },
  { name: "a style sheet from elsewhere", pattern: /<\?xml-stylesheet|@import/i },
  { name: "an encoding other than UTF-8", pattern: /<\?xml[^>]{0,200}encoding\s*=\s*["'](?!utf-8["'])/i },
  {
    name: "a script, or an element that could bring one in",
    pattern:
      /<(?:[^\s<>/:]+:)?(?:script|handler|listener|foreignobject|iframe|frame|object|embed|applet|audio|video|canvas|link|meta|base|html|body|form|input|button|set|animate\w*|discard)(?=[\s/>])/i,
  },
  { name: "an event handler", pattern: /[\s"'/](?:[^\s=<>"'/:]+:)?on\w+\s*=/i },
  { name: "a backslash, which can hide words of CSS", pattern: /\\/ },
  {
    name: "letters written as character references",
    pattern:
      /&#(?!(?:9|10|13|34|38|39|60|62);)(?:0*(?:\d{1,2}|1[01]\d|12[0-7])(?!\d)|x0*[0-7]?[0-9a-f](?![0-9a-f]))/i,
  },
  {
    name: "a CSS function that loads pictures",
    pattern: /(?<![\w-])(?:-webkit-)?(?:image|image-set|src|cross-fade)\s*\(/i,
  },
  { name: "the word javascript:", pattern: /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i },
];

/** Where links, pictures and paints point. One without quotes is no XML, and none of ours. */
function references(text: string): string[] {
  const links = [...text.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|)/gi)].map(
    ([, double, single]) => double ?? single ?? "unquoted",
  );
  const paints = [...text.matchAll(/url\(\s*(?:&quot;|["'])?([^)"'&]*)/gi)].map(([, target = ""]) => target);
  return [...links, ...paints].map((target) => target.trim());
}

/** A part of the same drawing, or a picture that it carries within. */
const isEmbedded = (target: string): boolean =>
  target.startsWith("#") || /^data:image\/(?:png|jpeg|webp|gif);base64,/i.test(target);

/** From the viewBox, which says how the drawing is proportioned; else from width and height. */
function sizeOf(attributes: string): SvgSize | undefined {
  const box = attribute(attributes, "viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = box ?? [];
  return rounded(boxWidth, boxHeight) ?? rounded(length(attributes, "width"), length(attributes, "height"));
}

function rounded(width: number, height: number): SvgSize | undefined {
  if (!(width > 0 && height > 0 && width <= 1e6 && height <= 1e6)) return undefined;
  // What counts is the proportion: small drawings keep it when they are made larger first.
  const scale = Math.max(1, 100 / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function length(attributes: string, name: string): number {
  return Number(/^\s*(\d+(?:\.\d+)?)\s*(?:px|pt|mm)?\s*$/.exec(attribute(attributes, name) ?? "")?.[1]);
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2];
}
