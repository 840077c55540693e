import { Box, ScrollArea, Stack, Text } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Mode } from "../api/request.ts";
import { NavItem } from "../components/links.tsx";
import { WaitingBadge } from "../finance/exceptions/badge.tsx";
import { t } from "../texts/texts.ts";
import { Person } from "./person.tsx";
import { ScreenIcon } from "./screen-icon.tsx";
import { useShownEntry } from "./use-shown-entry.ts";

type Section = {
  readonly title?: "finance" | "developers" | "business";
  readonly screens: readonly Screen[];
};
type Screen =
  | "home"
  | "payments"
  | "refunds"
  | "disputes"
  | "sessions"
  | "payment-links"
  | "customers"
  | "exceptions"
  | "bank"
  | "books"
  | "developers"
  | "clocks"
  | "requests"
  | "events"
  | "webhooks"
  | "keys"
  | "connectors"
  | "settings"
  | "team"
  | "security"
  | "audit";

export const sections: readonly Section[] = [
  { screens: ["home", "payments", "refunds", "disputes", "sessions", "payment-links", "customers"] },
  { title: "finance", screens: ["exceptions", "bank", "books"] },
  { title: "developers", screens: ["developers", "keys", "requests", "webhooks", "events", "clocks"] },
  { title: "business", screens: ["connectors", "settings", "team", "audit", "security"] },
];

/** The entry that an address belongs to: the first part after the mode. Exports are made and found at the payments. */
function screenOf(path: string, mode: Mode): string | undefined {
  const [, screen] = path.split(`/${mode}/`)[1]?.match(/^([a-z-]+)/) ?? [];
  return screen === "exports" ? "payments" : screen;
}

type Props = {
  readonly tenant: string;
  readonly mode: Mode;
  readonly isOperator: boolean;
  readonly onChoose: () => void;
};

/** The screens, by what people come for. */
export function Navigation({ tenant, mode, isOperator, onChoose }: Props) {
  const current = useRouterState({ select: ({ location }) => screenOf(location.pathname, mode) });
  return (
    <NavigationFrame>
      {sections.map(({ title, screens }) => (
        <NavSection key={title ?? screens[0]} {...(title && { title: t(`nav.section.${title}`) })}>
          {screens.map((screen) => (
            <NavItem
              key={screen}
              to={`/$tenant/$mode/${screen}`}
              params={{ tenant, mode }}
              label={t(`nav.${screen}`)}
              leftSection={<ScreenIcon of={screen} />}
              {...(screen === "exceptions" && { rightSection: <WaitingBadge place={{ tenant, mode }} /> })}
              active={current === screen}
              onClick={onChoose}
              className="nav-item"
            />
          ))}
        </NavSection>
      ))}
      {isOperator && <OperatorSection onChoose={onChoose} />}
    </NavigationFrame>
  );
}

export const operatorScreens = ["tenants", "health", "queues", "versions", "backups"] as const;

/** What concerns the whole installation. Its screens belong to no business. */
export function OperatorSection({ onChoose }: { readonly onChoose: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <NavSection title={t("nav.section.operator")}>
      {operatorScreens.map((screen) => (
        <NavItem
          key={screen}
          to={`/operator/${screen}`}
          label={t(`nav.operator-${screen}`)}
          leftSection={<ScreenIcon of={screen} />}
          active={path.includes(`/operator/${screen}`)}
          onClick={onChoose}
          className="nav-item"
        />
      ))}
    </NavSection>
  );
}

/** Scrolls where it has no room, above who is signed in. The screen that is open can always be seen in it. */
export function NavigationFrame({ children }: { readonly children: ReactNode }) {
  const menu = useShownEntry();
  return (
    <Stack h="100%" justify="space-between" gap="xs">
      <ScrollArea flex={1} type="hover" scrollbarSize={6} viewportRef={menu}>
        {children}
      </ScrollArea>
      <Person />
    </Stack>
  );
}

function NavSection({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Box component="section" mb="xs">
      {title && (
        <Text size="xs" fw={600} c="var(--kassa-muted)" px={12} pt={12} pb={4}>
          {title}
        </Text>
      )}
      {children}
    </Box>
  );
}
