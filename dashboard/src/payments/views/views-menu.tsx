import { Button, Divider, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import type { usePaymentColumns } from "../columns.tsx";
import { type Filters, readFilters } from "../filters.ts";
import { type View, viewsQuery } from "./queries.ts";
import { ViewDialog } from "./view-dialog.tsx";
import { ViewItem } from "./view-item.tsx";

type Props = { readonly filters: Filters; readonly columns: ReturnType<typeof usePaymentColumns> };

/** The views that somebody has saved of the list, alone or for the team, and saves what is shown as another one. */
export function ViewsMenu({ filters, columns }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: "/$tenant/$mode/payments" });
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<View | "new" | null>(null);
  const views = useQuery({ ...viewsQuery(place), enabled: isOpen });
  const choose = (view: View): void => {
    columns.choose([...view.columns]);
    setOpen(false);
    void navigate({ search: readFilters(view.filters) });
  };
  const edit = (view: View | "new"): void => {
    setOpen(false);
    setEdited(view);
  };
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width={320}
        trapFocus
        withinPortal={false}
      >
        <Popover.Target>
          <Button variant="default" onClick={() => setOpen(!isOpen)}>
            {t("views.title")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown bg="var(--kassa-raised)" aria-label={t("views.title")}>
          <Stack gap="sm">
            {views.error && <Failure error={views.error} again={() => void views.refetch()} />}
            {views.isPending && <Loading as="text" />}
            {views.data?.data.length === 0 && (
              <Text size="sm" c="var(--kassa-muted)">
                {t("views.none")}
              </Text>
            )}
            <ScrollArea.Autosize mah={320}>
              {views.data?.data.map((view) => (
                <ViewItem key={view.id} view={view} onChoose={() => choose(view)} onEdit={() => edit(view)} />
              ))}
            </ScrollArea.Autosize>
            <Divider />
            <Button variant="default" onClick={() => edit("new")}>
              {t("views.save")}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {edited && (
        <ViewDialog
          {...(edited !== "new" && { view: edited })}
          shown={{ filters, columns: columns.chosen }}
          // Forgotten, not only stale: the closed menu asks again when it is opened, and would show what has been deleted until then.
          onDone={() => queryClient.resetQueries({ queryKey: ["views", place.tenant] })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
