import { Button, FileButton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { t } from "../../texts/texts.ts";

type Props = {
  readonly title: string;
  readonly formats: string;
  readonly onFiles: (files: readonly File[]) => void;
};

/** Takes files that are dropped, or chosen by the button. */
export function DropZone({ title, formats, onFiles }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <Stack
      className={isOver ? "drop drop-over" : "drop"}
      align="center"
      gap="xs"
      p="xl"
      ta="center"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Text fw={600} visibleFrom="sm">
        {title}
      </Text>
      <FileButton multiple onChange={onFiles} inputProps={{ "aria-label": t("upload.choose") }}>
        {(props) => <Button {...props}>{t("upload.choose")}</Button>}
      </FileButton>
      <Text size="sm" c="var(--kassa-muted)">
        {formats}
      </Text>
    </Stack>
  );
}
