import {
  brandColours,
  controlContrast,
  type SchemeColours,
  type Shade,
  textContrast,
} from "../design/brand-colours.ts";
import type { Scheme } from "../design/tokens.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageSettings } from "./settings.ts";

/** The path of a logo. Each upload has its own id, so the picture at a path never changes. */
export const logoPath = (id: string): string => `/pay/logos/${id}`;

/** The API's `settings` object. */
export function toApiSettings(mode: Mode, settings: PageSettings, publicUrl: URL) {
  const { brandColor, logo, ...others } = settings;
  return {
    object: "settings",
    mode,
    ...others,
    brandColor,
    colors: brandColor === null ? null : toApiColors(brandColor),
    logo: logo && {
      url: `${publicUrl.origin}${logoPath(logo.id)}`,
      mediaType: logo.mediaType,
      width: logo.width,
      height: logo.height,
    },
  };
}

function toApiColors(brandColor: string) {
  const { light, dark } = brandColours(brandColor);
  return { light: toApiScheme("light", brandColor, light), dark: toApiScheme("dark", brandColor, dark) };
}

function toApiScheme(scheme: Scheme, brandColor: string, colours: SchemeColours) {
  const { button, buttonBorder, buttonText, link } = colours;
  const reasons = [
    adjustmentReason("Buttons", button, brandColor, `${controlContrast}:1 to be seen on the ${scheme} page`),
    borderReason(scheme, colours),
    adjustmentReason("Links", link, brandColor, `${textContrast}:1 to be read on the ${scheme} page`),
  ].filter((reason) => reason !== undefined);
  return {
    button: button.colour,
    buttonBorder: buttonBorder.colour,
    buttonText: buttonText.colour,
    link: link.colour,
    adjusted: reasons.length > 0,
    reason: reasons.length > 0 ? reasons.join(" ") : "Buttons and links have it as it is.",
  };
}

/** Why buttons have a border of another shade; undefined if they have none. */
function borderReason(scheme: Scheme, { button, buttonBorder: border }: SchemeColours) {
  if (border.colour === button.colour) return undefined;
  return `Buttons have it as it is, with a border: ${button.colour} has a contrast of only ${button.contrast}:1 on the ${scheme} page; ${border.colour}, of the same hue, has ${border.contrast}:1.`;
}

/** Why a shade differs from the brand colour; undefined if it doesn't. */
function adjustmentReason(
  subject: string,
  { colour, contrast, askedContrast }: Shade,
  brandColor: string,
  need: string,
) {
  if (colour === brandColor) return undefined;
  return `${subject} need a contrast of ${need}, and ${brandColor} has ${askedContrast}:1; ${colour}, of the same hue, has ${contrast}:1.`;
}
