import { Button, Group, Text } from "@mantine/core";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/texts.ts";
import { FirstRequest } from "../first-request.tsx";
import type { Made } from "./queries.ts";

/** A new key's secret, which is shown this once, with a request to try it. */
export function Secret({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  return (
    <Dialog title={t("keys.made")} onClose={onClose}>
      <Text>{t("keys.secret-help")}</Text>
      <CopyText text={made.secret} label={t("keys.title")} />
      <Text size="sm">{t("start.request-help")}</Text>
      <FirstRequest apiKey={made.secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("webhooks.secret-kept")}</Button>
      </Group>
    </Dialog>
  );
}
