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

/** The path under which a logo is served. An upload has an id of its own, so what is there never changes. */
export const logoPath = (id: string): string => `/pay/logos/${id}`;

/** The API's object `settings`. */
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

function toApiScheme(scheme: Scheme, asked: string, { button, buttonText, link }: SchemeColours) {
  const reasons = [
    adjustmentReason("Buttons", button, asked, `${controlContrast}:1 to be seen on the ${scheme} page`),
    adjustmentReason("Links", link, asked, `${textContrast}:1 to be read on the ${scheme} page`),
  ].filter((reason) => reason !== undefined);
  return {
    button: button.colour,
    buttonText: buttonText.colour,
    link: link.colour,
    adjusted: reasons.length > 0,
    reason: reasons.length > 0 ? reasons.join(" ") : "Buttons and links have it as it is.",
  };
}

/** Why a shade isn't the colour that was asked for; undefined where it is. */
function adjustmentReason(
  what: string,
  { colour, contrast, askedContrast }: Shade,
  asked: string,
  need: string,
) {
  if (colour === asked) return undefined;
  return `${what} need a contrast of ${need}, and ${asked} has ${askedContrast}:1; ${colour}, of the same hue, has ${contrast}:1.`;
}
