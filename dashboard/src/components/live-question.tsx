import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../texts/texts.ts";
import { Failure } from "./states.tsx";

type Props = {
  /** How much moves, if that is known. */
  readonly amount?: string | undefined;
  /** What else has to be known before somebody says yes. */
  readonly children?: ReactNode;
  /** What will happen. */
  readonly effect: string;
  /** What the button says, such as “Refund €25.99”. */
  readonly action: string;
  readonly order: { readonly error: Error | null; readonly isPending: boolean; mutate(): void };
  readonly onCancel: () => void;
};

/** Within a dialog: asks again before live money moves. Nothing else looks like it. */
export function LiveQuestion({ amount, children, effect, action, order, onCancel }: Props) {
  // The button that led here is gone. Neither Enter nor a double press may answer this, too.
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <Stack ref={question} tabIndex={-1} gap="md" className="live-question">
      <Box className="live-band" px="md" py="xs" bdrs="md">
        <Text size="sm" fw={600}>
          {t("mode.live-band")}
        </Text>
      </Box>
      {order.error && <Failure error={order.error} />}
      {amount !== undefined && (
        <Text fz={32} lh={1.2} fw={600} className="money">
          {amount}
        </Text>
      )}
      {children}
      <Text>{effect}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button
          color="red"
          loading={order.isPending}
          onClick={({ detail: presses }) => {
            if (presses <= 1) order.mutate();
          }}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
