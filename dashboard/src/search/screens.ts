import type { Membership } from "../api/me.ts";
import { allows } from "../api/me.ts";
import type { Mode } from "../api/request.ts";
import { operatorScreens, sections } from "../app/navigation.tsx";
import type { Tab } from "../components/tabs.tsx";
import { bankTabs } from "../finance/bank/bank-head.tsx";
import { booksTabs } from "../finance/books/books-head.tsx";
import { settingsTabs } from "../settings/settings-head.tsx";
import { has, t } from "../texts/texts.ts";
import type { Hit } from "./hit.ts";

type Who = { readonly membership: Membership; readonly mode: Mode; readonly isOperator: boolean };
type Screen = { readonly path: string; readonly title: string };

/** Screens that show nothing to who may not do more than read. */
const rules: Readonly<Record<string, (who: Who) => boolean>> = {
  keys: ({ membership, mode }) => allows(membership, mode, "full"),
  requests: ({ membership, mode }) => allows(membership, mode, "webhook_endpoints:write"),
  audit: ({ membership }) => membership.role === "owner",
  clocks: ({ mode }) => mode === "sandbox",
};

/** The screens that stand below an entry of the menu. */
const tabsOf: Readonly<Record<string, () => readonly Tab[]>> = {
  bank: bankTabs,
  books: booksTabs,
  settings: settingsTabs,
};

/** Those of the dashboard's screens that the person may open, in the menu's order. */
function screensFor(who: Who): Screen[] {
  const names = sections.flatMap(({ screens }) => screens).filter((name) => rules[name]?.(who) ?? true);
  const own = names.flatMap((name): Screen[] => {
    const title = t(`nav.${name}`);
    const tabs = tabsOf[name]?.();
    if (!tabs) return [{ path: name, title }];
    return tabs.map(({ path, label }) => ({ path, title: `${title} › ${label}` }));
  });
  const ofOperator = operatorScreens.map((name) => ({
    path: `/operator/${name}`,
    title: `${t("nav.section.operator")} › ${t(`nav.operator-${name}`)}`,
  }));
  return [...own, { path: "exports", title: t("exports.title") }, ...(who.isOperator ? ofOperator : [])];
}

/** A text without capitals and accents, so that "uberweisung" finds "Überweisung". */
const folded = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");

/** What a screen is about, besides its title. */
const wordsOf = ({ path }: Screen): string => {
  const name = `search.words.${path}`;
  return has(name) ? t(name) : "";
};

const shown = 5;

/** Screens whose title has all the words of a text, before those that are about them. */
export function findScreens(text: string, who: Who): Hit[] {
  const wanted = folded(text)
    .split(/[\s›→>]+/)
    .filter((word) => word !== "");
  const fits = (given: string) => wanted.every((word) => folded(given).includes(word));
  const screens = screensFor(who);
  const byTitle = screens.filter(({ title }) => fits(title));
  const bySubject = screens.filter(
    (screen) => !fits(screen.title) && fits(`${screen.title} ${wordsOf(screen)}`),
  );
  return [...byTitle, ...bySubject]
    .slice(0, shown)
    .map(({ path, title }) => ({ id: `screen-${path}`, title, screen: path }));
}
