import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useHere } from "../app/place.tsx";
import { t } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { LiveQuestion } from "./live-question.tsx";
import { Failure } from "./states.tsx";

/** What came of an action. */
export type Outcome = { readonly text: string; readonly isPending?: boolean };

type Props = {
  readonly title: string;
  /** Fields, if the action needs any. */
  readonly children?: ReactNode;
  /** How much it moves. */
  readonly amount: string;
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

/** Says what an action will do before it moves money, and afterwards what came of it. In live mode it asks once more in between. */
export function ActionDialog(props: Props) {
  const { title, amount, effect, action, order, outcome, onClose } = props;
  const { mode } = useHere();
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog onClose={onClose} title={title}>
      {outcome && <Done outcome={outcome} onClose={onClose} />}
      {!outcome && isAsking && (
        <LiveQuestion amount={amount} effect={effect} action={action} order={order} onCancel={onClose} />
      )}
      {!outcome && !isAsking && (
        <Order {...props} onSubmit={() => (mode === "live" ? setAsking(true) : order.mutate())} />
      )}
    </Dialog>
  );
}

function Done({ outcome, onClose }: { readonly outcome: Outcome; readonly onClose: () => void }) {
  return (
    <>
      <Alert color={outcome.isPending ? "yellow" : "green"} role="status">
        {outcome.text}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("ok")}
        </Button>
      </Group>
    </>
  );
}

function Order(props: Props & { readonly onSubmit: () => void }) {
  const { children, effect, action, canSubmit = true, order, onClose, onSubmit } = props;
  const { mode } = useHere();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit && !order.isPending) onSubmit();
      }}
    >
      <Stack gap="md">
        {order.error && <Failure error={order.error} />}
        {children}
        <Text size="sm">{effect}</Text>
        <Text size="sm" c={mode === "live" ? "var(--kassa-danger)" : "var(--kassa-muted)"}>
          {t(mode === "live" ? "action.live" : "action.sandbox")}
        </Text>
        <FormButtons
          onCancel={onClose}
          color={mode === "live" ? "red" : "kassa"}
          loading={order.isPending}
          disabled={!canSubmit}
        >
          {action}
        </FormButtons>
      </Stack>
    </form>
  );
}
