import { Anchor, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { AnchorLink } from "../components/links.tsx";
import { t } from "../texts/texts.ts";
import { FirstRequest } from "./first-request.tsx";
import { TestCards } from "./test-cards.tsx";

const guides = [
  ["start.docs.first", "/docs/get-started/first-session"],
  ["start.docs.webhooks", "/docs/reference/webhooks"],
  ["start.docs.sandbox", "/docs/reference/sandbox"],
  ["start.docs.branding", "/docs/how-to/branding"],
  ["start.docs.connectors", "/docs/api#createConnectorAccount"],
  ["start.docs.api", "/docs/api"],
] as const;

/** What a developer needs first: a request to copy, cards to pay with, and where to read on. */
export function StartPage() {
  const { mode, membership } = useHere();
  const params = { tenant: membership.tenant.id, mode };
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t("start.title")}
      </Title>
      <Card title={t("start.request")} help={t("start.request-help")}>
        <FirstRequest />
        <Text size="sm">
          {t("start.key-help")}{" "}
          <AnchorLink to="/$tenant/$mode/keys" params={params} size="sm" underline="always">
            {t("start.make-key")}
          </AnchorLink>
        </Text>
      </Card>
      {mode === "sandbox" && <TestCards />}
      <Card title={t("start.docs")}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {guides.map(([name, address]) => (
            <Group key={address} mih={32}>
              <Anchor href={address} size="sm">
                {t(name)}
              </Anchor>
            </Group>
          ))}
        </SimpleGrid>
      </Card>
    </Stack>
  );
}
