import type { SettingsRouteDeps } from "./deps.ts";
import { amountLimitsOf } from "./read-settings.ts";
import { settingsRoutes } from "./routes.ts";

type Core = Omit<SettingsRouteDeps, "spokenLocale">;

/** @param spokenLocale finds the language of the payment page for a tag */
export function makeSettings(core: Core, spokenLocale: SettingsRouteDeps["spokenLocale"]) {
  const { database, keyring, publicUrl } = core;
  return {
    readAmountLimits: amountLimitsOf,
    apiRoutes: [settingsRoutes({ database, keyring, publicUrl, spokenLocale })],
  };
}
