import { Select } from "@mantine/core";
import { Card } from "../components/card.tsx";
import { chooseLanguage, chosenLanguage } from "../texts/chosen-language.ts";
import { languageChoices } from "../texts/language-choices.ts";
import { languages } from "../texts/languages.ts";
import { t } from "../texts/texts.ts";

/** What the list has in place of no language. */
const browsers = "browser";

/** The language of the dashboard in this browser. */
export function LanguageCard() {
  return (
    <Card title={t("language.title")} help={t("language.help")}>
      <Select
        label={t("language.label")}
        maw={360}
        allowDeselect={false}
        value={chosenLanguage() ?? browsers}
        data={[{ value: browsers, label: t("language.browser") }, ...languageChoices(Object.keys(languages))]}
        onChange={(next) => next && chooseLanguage(next === browsers ? null : next)}
      />
    </Card>
  );
}
