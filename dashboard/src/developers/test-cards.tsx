import { Box, Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useState } from "react";
// The one list of them, which the docs and the payment page show, too. It contains nothing but data, in English everywhere.
import { type TestCard, testCards } from "../../../src/sandbox-psp/test-cards.ts";
import { Card } from "../components/card.tsx";
import { t } from "../texts/texts.ts";

/** As on the card: American Express has 4, 6 and 5 digits, and others fours. */
const grouped = (digits: string): string =>
  digits.length === 15
    ? digits.replace(/^(\d{4})(\d{6})/, "$1 $2 ")
    : digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** The sandbox's cards, to copy. The usual ones are shown first, and a search finds all. */
export function TestCards() {
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title, number, group }: TestCard): boolean =>
    words.every((word) => `${title} ${number} ${group}`.toLowerCase().includes(word));
  const shown = testCards.filter((card) => (words.length === 0 ? card.listed : matches(card)));
  return (
    <Card title={t("cards.title")} help={t("cards.help")}>
      <TextInput
        type="search"
        label={t("cards.search")}
        description={t("cards.search-help", { count: testCards.length })}
        value={wanted}
        onChange={({ currentTarget: { value } }) => setWanted(value)}
      />
      {shown.length === 0 && (
        <Text size="sm" c="var(--kassa-muted)" role="status">
          {t("cards.none")}
        </Text>
      )}
      <SimpleGrid
        component="ul"
        cols={{ base: 1, md: 2 }}
        spacing="xl"
        verticalSpacing={0}
        m={0}
        p={0}
        style={{ listStyle: "none" }}
      >
        {shown.map((card) => (
          <CardLine key={card.number} card={card} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

function CardLine({ card: { number, title } }: { readonly card: TestCard }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py={6} gap="sm">
      <Box style={{ minWidth: 0 }}>
        <Text ff="monospace" size="sm">
          <bdi dir="ltr">{grouped(number)}</bdi>
        </Text>
        <Text size="sm" c="var(--kassa-muted)">
          <bdi lang="en">{title}</bdi>
        </Text>
      </Box>
      <Button
        size="compact-md"
        variant="default"
        style={{ flexShrink: 0 }}
        aria-label={`${t("copy.copy")}: ${grouped(number)}`}
        onClick={() => clipboard.copy(number)}
      >
        {clipboard.copied ? t("copy.copied") : t("copy.copy")}
      </Button>
    </Group>
  );
}
