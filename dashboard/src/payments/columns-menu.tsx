import { Button, Checkbox, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { t } from "../texts/texts.ts";
import type { usePaymentColumns } from "./columns.tsx";

/** Chooses the columns of the list. */
export function ColumnsMenu({ all, chosen, choose }: ReturnType<typeof usePaymentColumns>) {
  const known = all.filter(({ name }) => !name.startsWith("metadata."));
  const metadata = all.filter(({ name }) => name.startsWith("metadata."));
  return (
    <Popover position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" visibleFrom="sm">
          {t("columns.title")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown bg="var(--kassa-raised)" aria-label={t("columns.title")}>
        <ScrollArea.Autosize mah={360}>
          <Checkbox.Group value={[...chosen]} onChange={choose} aria-label={t("columns.title")}>
            <Stack gap="sm">
              {known.map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title} />
              ))}
              {metadata.length > 0 && (
                <Text size="xs" fw={600} c="var(--kassa-muted)">
                  {t("metadata.title")}
                </Text>
              )}
              {metadata.map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
