import { Head } from "../components/head.tsx";
import { type Tab, Tabs } from "../components/tabs.tsx";
import { t } from "../texts/texts.ts";

export const settingsTabs = (): readonly Tab[] => [
  { path: "settings", label: t("settings.tab-look") },
  { path: "settings/rules", label: t("settings.tab-rules") },
];

/** What the screens of the settings have in common. */
export function SettingsHead({ help }: { readonly help: string }) {
  return (
    <>
      <Head title={t("settings.title")} help={help} />
      <Tabs tabs={settingsTabs()} label={t("settings.title")} />
    </>
  );
}
