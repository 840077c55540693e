import { Box, Button, ScrollArea, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
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

type Props = { readonly tenant: string; readonly mode: Mode; readonly onChoose: () => void };

/** The screens, by what people come for. */
export function Navigation({ tenant, mode, onChoose }: Props) {
  const current = useRouterState({ select: ({ location }) => screenOf(location.pathname, mode) });
  return (
    <Stack h="100%" justify="space-between" gap="xs">
      <ScrollArea flex={1} type="hover" scrollbarSize={6}>
        {sections.map(({ title, screens }) => (
          <Box key={title ?? screens[0]} component="section" mb="xs">
            {title && (
              <Text size="xs" fw={600} c="var(--kassa-muted)" px={12} pt={12} pb={4}>
                {t(`nav.section.${title}`)}
              </Text>
            )}
            {screens.map((screen) => (
              <NavItem
                key={screen}
                to={`/$tenant/$mode/${screen}`}
                params={{ tenant, mode }}
                label={t(`nav.${screen}`)}
                {...(screen === "exceptions" && { rightSection: <WaitingBadge place={{ tenant, mode }} /> })}
                active={current === screen}
                onClick={onChoose}
                style={{ borderRadius: 8, minHeight: 44 }}
              />
            ))}
          </Box>
        ))}
      </ScrollArea>
      <SignOut />
    </Stack>
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
