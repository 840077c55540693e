import { readPicture } from "../../kernel/image.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { LogoContent, LogoType } from "../settings.ts";
import { checkSvg, looksLikeSvg } from "./check-svg.ts";

/** The maximum size of a logo, in bytes: every customer loads it before paying. */
export const logoMaxBytes = 128 * 1024;

/** Limits of each side: smaller logos look bad, larger ones are only slower. */
const minSidePx = 16;
const maxSidePx = 2000;

/**
 * Detects the media type of a logo from its bytes, and validates it.
 *
 * @param declared the media type of the upload; null if it declared none
 */
export function checkLogo(content: Buffer, declared: LogoType | null): Result<LogoContent, Problem> {
  if (content.length === 0) return invalid("The file is empty.");
  if (content.length > logoMaxBytes) return failed(tooLarge);
  const picture = readPicture(content);
  if (!picture && looksLikeSvg(content)) return svgLogo(content, declared);
  if (!picture) return invalid("Its bytes are those of no PNG, JPEG, WebP or SVG picture.");
  const { mediaType, width, height } = picture;
  if (declared !== null && declared !== mediaType) return typeMismatch(mediaType, declared);
  if (Math.min(width, height) < minSidePx || Math.max(width, height) > maxSidePx) {
    return invalid(
      `It is ${width} × ${height} pixels; each side has to be ${minSidePx} to ${maxSidePx} pixels.`,
    );
  }
  return success({ mediaType, width, height, content });
}

export const tooLarge = problem("file_too_large", `The logo has more than ${logoMaxBytes} bytes.`);

function svgLogo(content: Buffer, declared: LogoType | null): Result<LogoContent, Problem> {
  const mediaType = "image/svg+xml";
  if (declared !== null && declared !== mediaType) return typeMismatch(mediaType, declared);
  const checked = checkSvg(content);
  return checked.ok ? success({ mediaType, content, ...checked.value }) : invalid(checked.failure);
}

const invalid = (detail: string): Result<never, Problem> => failed(problem("file_invalid", detail));

const typeMismatch = (found: LogoType, declared: LogoType): Result<never, Problem> =>
  invalid(`Its bytes are those of ${found}, but it was sent as ${declared}.`);
