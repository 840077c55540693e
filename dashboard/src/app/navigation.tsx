import { Box, Button, ScrollArea, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Mode, request } from "../api/request.ts";
import { NavItem } from "../components/links.tsx";
import { WaitingBadge } from "../finance/exceptions/badge.tsx";
import { t } from "../texts/texts.ts";

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

const sections: readonly Section[] = [
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
              {...(screen === "exceptions" && { rightSection: <WaitingBadge place={{ tenant, mode }} /> })}
              active={current === screen}
              onClick={onChoose}
              style={navStyle}
            />
          ))}
        </NavSection>
      ))}
      {isOperator && <OperatorSection onChoose={onChoose} />}
    </NavigationFrame>
  );
}

const operatorScreens = ["tenants", "health", "queues", "versions", "backups"] as const;

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
          active={path.includes(`/operator/${screen}`)}
          onClick={onChoose}
          style={navStyle}
        />
      ))}
    </NavSection>
  );
}

export const navStyle = { borderRadius: 8, minHeight: 44 } as const;

/** Scrolls where it has no room, above the way out. */
export function NavigationFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Stack h="100%" justify="space-between" gap="xs">
      <ScrollArea flex={1} type="hover" scrollbarSize={6}>
        {children}
      </ScrollArea>
      <SignOut />
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

function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => request("/dashboard/auth/sign-out", { method: "POST", body: {} }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <Button variant="subtle" color="gray" loading={signOut.isPending} onClick={() => signOut.mutate()}>
      {t("nav.sign-out")}
    </Button>
  );
}
