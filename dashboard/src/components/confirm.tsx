import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";
import { LiveQuestion } from "./live-question.tsx";
import { Failure } from "./states.tsx";

type Props = {
  readonly title: string;
  /** What will happen. */
  readonly help: string;
  /** What the button says, such as “Remove”. */
  readonly action: string;
  readonly isHarmful?: boolean;
  /** How much live money it is about: then it asks once more. */
  readonly liveAmount?: string | undefined;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks before something is done, and stays open with the reason if it fails. */
export function Confirm({ title, help, action, isHarmful = false, liveAmount, onConfirm, onClose }: Props) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog onClose={onClose} title={title}>
      {isAsking ? (
        <LiveQuestion amount={liveAmount} effect={help} action={action} order={confirm} onCancel={onClose} />
      ) : (
        <Stack>
          {confirm.error && <Failure error={confirm.error} />}
          <Text>{help}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              {...(isHarmful && { color: "red" })}
              loading={confirm.isPending}
              onClick={() => (liveAmount === undefined ? confirm.mutate() : setAsking(true))}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
