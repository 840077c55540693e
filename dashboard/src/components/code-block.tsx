import { Box, Button, Code } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { t } from "../texts/texts.ts";

type Props = { readonly text: string; readonly label: string; readonly maxHeight?: number };

/** Several lines of code or data, which one press copies. Keyboards can scroll it. */
export function CodeBlock({ text, label, maxHeight = 560 }: Props) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Box pos="relative">
      <Code block tabIndex={0} pt={48} style={{ maxHeight, overflow: "auto" }}>
        {text}
      </Code>
      <Button
        pos="absolute"
        top={8}
        style={{ insetInlineEnd: 8 }}
        size="compact-md"
        variant="default"
        aria-label={`${t("copy.copy")}: ${label}`}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t("copy.copied") : t("copy.copy")}
      </Button>
    </Box>
  );
}
