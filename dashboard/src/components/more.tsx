import { Button, Group } from "@mantine/core";
import { t } from "../texts/texts.ts";

type Props = {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
};

/** Loads the next page of a list; nothing once all of it is there. */
export function More({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t("payments.more")}
      </Button>
    </Group>
  );
}
