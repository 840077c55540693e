import { type Accent, brandColours, textContrast } from "../design/brand-colours.ts";
import type { Scheme } from "../design/tokens.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageSettings } from "./settings.ts";

/** The path under which a logo is served. An upload has an id of its own, so what is there never changes. */
export const logoPath = (id: string): string => `/pay/logos/${id}`;

/** The API's object `settings`. */
export function presentSettings(mode: Mode, settings: PageSettings, publicUrl: URL) {
  const { brandColor, logo, ...others } = settings;
  return {
    object: "settings",
    mode,
    ...others,
    brandColor,
    colors: brandColor === null ? null : presentColours(brandColor),
    logo: logo && {
      url: `${publicUrl.origin}${logoPath(logo.id)}`,
      mediaType: logo.mediaType,
      width: logo.width,
      height: logo.height,
    },
  };
}

function presentColours(brandColor: string) {
  const { light, dark } = brandColours(brandColor);
  return { light: presentAccent("light", brandColor, light), dark: presentAccent("dark", brandColor, dark) };
}

function presentAccent(scheme: Scheme, asked: string, used: Accent) {
  const { accent, onAccent, contrast } = used;
  const adjusted = accent !== asked;
  return {
    accent,
    onAccent,
    contrast,
    adjusted,
    reason: adjusted ? whyNot(scheme, asked, used) : asAsked(used),
  };
}

const asAsked = ({ contrast }: Accent): string =>
  `Used as it is: text in it has a contrast of ${contrast}:1, and ${textContrast}:1 is needed.`;

function whyNot(scheme: Scheme, asked: string, { accent, askedContrast, contrast }: Accent): string {
  const direction = scheme === "light" ? "darker" : "lighter";
  return `Text in ${asked} has a contrast of ${askedContrast}:1 on the ${scheme} page, and ${textContrast}:1 is needed. ${accent} is the same hue, as much ${direction} as that takes: ${contrast}:1.`;
}
