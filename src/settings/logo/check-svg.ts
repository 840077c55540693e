import { isUtf8 } from "node:buffer";
import { failed, type Result, success } from "../../kernel/result.ts";

/** The width and height of an SVG, in its own units. */
export type SvgSize = { readonly width: number; readonly height: number };

/**
 * Refuses an SVG that could run or load anything. It doesn't sanitize the file, because that could change the drawing, and
 * its author can remove these parts. This is the third defence: the page shows logos in img elements only, where browsers
 * run no scripts, and the logo's own URL has a policy that allows none. So it doesn't parse XML: it searches the text for
 * patterns, and may refuse a harmless file.
 *
 * The failure is a sentence for the person who uploaded the file.
 */
export function checkSvg(content: Buffer): Result<SvgSize, string> {
  if (!isUtf8(content) || content.includes(0)) return failed("An SVG has to be UTF-8 text.");
  const text = content.toString("utf8").replace(/^\uFEFF/, "");
  const root = rootPattern.exec(text)?.[1];
  if (root === undefined) return failed("An SVG has to begin with its svg element.");
  const found = forbidden.find(({ pattern }) => pattern.test(text));
  if (found) return failed(`The SVG holds ${found.name}. Remove that, or save the file as plain SVG.`);
  if (references(text).some((target) => !isEmbedded(target)))
    return failed("The SVG refers to something outside the file. Embed everything.");
  const size = sizeOf(root);
  return size ? success(size) : failed("The SVG has neither a valid viewBox nor a valid width and height.");
}

export const looksLikeSvg = (content: Buffer): boolean =>
  /<(?:[\w.-]+:)?svg[\s>]/.test(content.toString("latin1"));

/** An XML declaration, comments, a doctype without definitions, and then the root element, whose attributes are captured. */
const rootPattern =
  /^\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE\s[^[>]*>\s*)*<(?:[\w.-]+:)?svg(\s(?:"[^"]*"|'[^']*'|[^"'>])*)>/;

/** Element names may have a prefix, because any prefix can be bound to a namespace that browsers run. */
const forbidden: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "definitions of entities", pattern: /<!(?:ENTITY|DOCTYPE[^>]{0,500}\[)/i },
  { name: "an external style sheet", pattern: /<\?xml-stylesheet|@import/i },
  { name: "an encoding other than UTF-8", pattern: /<\?xml[^>]{0,200}encoding\s*=\s*["'](?!utf-8["'])/i },
  {
    name: "a script, or an element that could load one",
    pattern:
      /<(?:[^\s<>/:]+:)?(?:script|handler|listener|foreignobject|iframe|frame|object|embed|applet|audio|video|canvas|link|meta|base|html|body|form|input|button|set|animate\w*|discard)(?=[\s/>])/i,
  },
  { name: "an event handler", pattern: /[\s"'/](?:[^\s=<>"'/:]+:)?on\w+\s*=/i },
  { name: "a backslash, which can hide CSS keywords", pattern: /\\/ },
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

/** The targets of links, pictures and paints. An href without quotes isn't valid XML; it gets a target that is refused. */
function references(text: string): string[] {
  const links = [...text.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|)/gi)].map(
    ([, double, single]) => double ?? single ?? "unquoted",
  );
  const paints = [...text.matchAll(/url\(\s*(?:&quot;|["'])?([^)"'&]*)/gi)].map(([, target = ""]) => target);
  return [...links, ...paints].map((target) => target.trim());
}

/** Whether a target is a part of the same file or an embedded picture. */
const isEmbedded = (target: string): boolean =>
  target.startsWith("#") || /^data:image\/(?:png|jpeg|webp|gif);base64,/i.test(target);

/** The size from the viewBox, which defines the proportions, otherwise from width and height. */
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
  // Scaling small sizes up before rounding keeps their proportions.
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
