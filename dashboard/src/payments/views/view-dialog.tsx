import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { changeView, deleteView, saveView, type View, type ViewFields } from "./queries.ts";

type Props = {
  /** Undefined for a new one. */
  readonly view?: View;
  /** What the list shows now. */
  readonly shown: Pick<ViewFields, "filters" | "columns">;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Saves what the list shows as a view, or changes and deletes one. */
export function ViewDialog({ view, shown, onDone, onClose }: Props) {
  const { place, membership } = useHere();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.shared ?? false);
  const [isReplaced, setReplaced] = useState(false);
  const keyOf = useOrderKeys();
  const finish = {
    onSettled: async (_: unknown, failure: Error | null) => {
      await onDone();
      if (!failure) onClose();
    },
  };
  const save = useMutation({
    mutationFn: () => {
      if (view) return changeView(place, view.id, { name, shared: isShared, ...(isReplaced && shown) });
      const fields = { name, shared: isShared, ...shown };
      return saveView(place, fields, keyOf(fields));
    },
    ...finish,
  });
  const remove = useMutation({ mutationFn: async () => view && deleteView(place, view.id), ...finish });
  const error = save.error ?? remove.error;
  return (
    <Dialog title={t(view ? "views.edit-title" : "views.save")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="md">
          {error && <Failure error={error} />}
          <TextInput
            label={t("views.name")}
            description={t("views.name-help")}
            maxLength={60}
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {(membership.role !== "read_only" || isShared) && (
            <Checkbox
              label={t("views.share")}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          {view && (
            <Checkbox
              label={t("views.replace")}
              checked={isReplaced}
              onChange={(event) => setReplaced(event.currentTarget.checked)}
            />
          )}
          <Group justify={view ? "space-between" : "flex-end"}>
            {view && (
              <Button
                variant="transparent"
                px={0}
                c="var(--kassa-danger)"
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t("views.delete")}
              </Button>
            )}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
                {t("views.submit")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
