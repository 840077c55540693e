import type { SettingsRouteDeps } from "./deps.ts";
import { getAmountLimits } from "./read-settings.ts";
import { settingsRoutes } from "./routes.ts";

type Core = Omit<SettingsRouteDeps, "supportedLocale">;

/** @param supportedLocale finds the language of the payment page for a tag */
export function makeSettings(core: Core, supportedLocale: SettingsRouteDeps["supportedLocale"]) {
  const { database, keyring, publicUrl } = core;
  return {
    readAmountLimits: getAmountLimits,
    apiRoutes: [settingsRoutes({ database, keyring, publicUrl, supportedLocale })],
  };
}
