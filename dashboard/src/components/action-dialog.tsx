import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useHere } from "../app/place.tsx";
import { t } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { Failure } from "./states.tsx";

/** What came of an action. */
export type Outcome = { readonly text: string; readonly isPending?: boolean };

type Props = {
  readonly title: string;
  /** Fields, if the action needs any. */
  readonly children?: ReactNode;
  /** What will happen, to which amount. */
  readonly effect: string;
  /** What the button says, such as “Capture €25.99”. */
  readonly action: string;
  readonly canSubmit?: boolean;
  readonly order: { readonly error: Error | null; readonly isPending: boolean; mutate(): void };
  /** Undefined until it was done. */
  readonly outcome: Outcome | undefined;
  readonly onClose: () => void;
};

/** Says what an action will do before it moves money, and afterwards what came of it. In live mode it says that the money is real. */
export function ActionDialog(props: Props) {
  const { title, children, outcome, order, onClose, canSubmit = true } = props;
  const { mode } = useHere();
  if (outcome)
    return (
      <Dialog onClose={onClose} title={title}>
        <Alert color={outcome.isPending ? "yellow" : "green"} role="status">
          {outcome.text}
        </Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            OK
          </Button>
        </Group>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit && !order.isPending) order.mutate();
        }}
      >
        <Stack gap="md">
          {order.error && <Failure error={order.error} />}
          {children}
          <Text size="sm">{props.effect}</Text>
          <Text size="sm" c={mode === "live" ? "var(--kassa-danger)" : "var(--kassa-muted)"}>
            {t(mode === "live" ? "action.live" : "action.sandbox")}
          </Text>
          <FormButtons
            onCancel={onClose}
            color={mode === "live" ? "red" : "kassa"}
            loading={order.isPending}
            disabled={!canSubmit}
          >
            {props.action}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
