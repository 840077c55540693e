import { AppShell, Box, Burger, Group, Text, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";

type Props = {
  /** What is being looked at, beside the name of Kassa. */
  readonly subject: ReactNode;
  /** At the end of the header. */
  readonly end?: ReactNode;
  /** Below the header, over the whole width. */
  readonly band: { readonly className: string; readonly text: string };
  /** @param close closes the menu on a phone */
  readonly navigation: (close: () => void) => ReactNode;
  readonly children: ReactNode;
};

/** What surrounds every screen behind the sign-in: header, band and navigation. */
export function Frame({ subject, end, band, navigation, children }: Props) {
  const [isOpen, menu] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 88 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "xl" }}
      // The place of the scrollbar is kept, whether there is one or not.
      offsetScrollbars={false}
    >
      <AppShell.Header bg="var(--kassa-raised)">
        <a className="skip" href="#content">
          <VisuallyHidden>{t("nav.skip")}</VisuallyHidden>
        </a>
        <Group h={56} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t("nav.menu")}
            />
            <Text fw={600} size="lg" visibleFrom="sm">
              {t("brand")}
            </Text>
            {subject}
          </Group>
          {end}
        </Group>
        <Group h={32} px="md" className={band.className}>
          <Text size="xs" fw={600} lh={1.2}>
            {band.text}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" bg="var(--kassa-raised)" className={isOpen ? "menu" : "menu menu-closed"}>
        {navigation(menu.close)}
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Box maw={1200}>{children}</Box>
      </AppShell.Main>
    </AppShell>
  );
}
