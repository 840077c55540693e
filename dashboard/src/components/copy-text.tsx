import { Button, Code, Group } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { t } from "../texts/texts.ts";

/** An id or a link that is copied by one press. */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <Code style={{ overflowWrap: "anywhere", background: "transparent", padding: 0 }}>{text}</Code>
      <Button
        size="compact-sm"
        variant="default"
        style={{ flexShrink: 0 }}
        aria-label={`${t("copy.copy")}: ${label}`}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t("copy.copied") : t("copy.copy")}
      </Button>
    </Group>
  );
}
