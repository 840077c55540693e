import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { t } from "../../texts/texts.ts";
import type { View } from "./queries.ts";

type Props = { readonly view: View; readonly onChoose: () => void; readonly onEdit: () => void };

/** A saved view: its name shows it, and who made it may change it. */
export function ViewItem({ view, onChoose, onEdit }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" mih={44}>
      <UnstyledButton onClick={onChoose} flex={1} miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          <bdi>{view.name}</bdi>
        </Text>
        {view.shared && (
          <Text size="xs" c="var(--kassa-muted)" style={{ overflowWrap: "anywhere" }}>
            {t("views.shared-by", { who: view.madeBy })}
          </Text>
        )}
      </UnstyledButton>
      {view.mayChange && (
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          fw={400}
          aria-label={`${t("views.edit")}: ${view.name}`}
          style={{ flexShrink: 0 }}
          onClick={onEdit}
        >
          {t("views.edit")}
        </Button>
      )}
    </Group>
  );
}
