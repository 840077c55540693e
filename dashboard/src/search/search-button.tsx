import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { t } from "../texts/texts.ts";
import { SearchIcon } from "./search-icon.tsx";
import { useSearchKeys } from "./use-search-keys.ts";

const SearchDialog = lazyRouteComponent(() => import("./search-dialog.tsx"), "SearchDialog");

const keys = "/ Control+K Meta+K";

/** Opens the search over everything: a field to look at where there is room, and an icon on a phone. */
export function SearchButton() {
  const [isOpen, dialog] = useDisclosure(false);
  useSearchKeys(dialog.open);
  // It is loaded after the screen and before it is needed, so that what is typed after "/" isn't lost.
  useEffect(() => void SearchDialog.preload?.(), []);
  return (
    <>
      <Button
        className="search-button"
        variant="default"
        size="sm"
        w={240}
        justify="space-between"
        fw={400}
        styles={{ label: { flex: 1, whiteSpace: "nowrap", textOverflow: "ellipsis" } }}
        visibleFrom="md"
        leftSection={<SearchIcon />}
        rightSection={<Kbd aria-hidden="true">/</Kbd>}
        aria-haspopup="dialog"
        aria-keyshortcuts={keys}
        onClick={dialog.open}
      >
        {t("search.open")}
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="default"
        size={36}
        aria-label={t("search.open")}
        aria-haspopup="dialog"
        aria-keyshortcuts={keys}
        onClick={dialog.open}
      >
        <SearchIcon />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
