import { Paper, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../texts/texts.ts";
import type { Upload } from "./use-uploads.ts";

type Props<Answer> = {
  readonly upload: Upload<Answer>;
  readonly failure: (error: Error) => ReactNode;
  readonly done: (answer: Answer) => ReactNode;
};

/** A file on its way, and then what was found in it. */
export function UploadCard<Answer>(props: Props<Answer>) {
  const { file } = props.upload;
  return (
    <Paper p="md" withBorder bg="var(--kassa-raised)" role="status" aria-label={file.name}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          <bdi>{file.name}</bdi>
        </Text>
        <Step {...props} />
      </Stack>
    </Paper>
  );
}

function Step<Answer>({ upload, failure, done }: Props<Answer>) {
  switch (upload.step) {
    case "waiting":
      return <UploadProgress what={t("upload.step.waiting")} percent={0} />;
    case "sending":
      return <UploadProgress what={t("upload.step.sending")} percent={upload.share * 100} />;
    case "reading":
      return <UploadProgress what={t("upload.step.reading")} percent={100} isMoving />;
    case "failed":
      return failure(upload.error);
    case "done":
      return done(upload.answer);
  }
}

type ProgressProps = { readonly what: string; readonly percent: number; readonly isMoving?: boolean };

export function UploadProgress({ what, percent, isMoving = false }: ProgressProps) {
  return (
    <Stack gap={6}>
      <Progress value={percent} animated={isMoving} striped={isMoving} aria-label={what} />
      <Text size="sm" c="var(--kassa-muted)">
        {what}
      </Text>
    </Stack>
  );
}
