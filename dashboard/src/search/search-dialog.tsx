import { CloseButton, Group, Kbd, Modal, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useHere } from "../app/place.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { readId } from "./find-by-id.ts";
import { Hits, idOfHit, idOfList } from "./hits.tsx";
import { SearchIcon } from "./search-icon.tsx";
import { useChoice } from "./use-choice.ts";
import { type Found, useFound } from "./use-found.ts";

/** References of merchants are at most so long. */
const longest = 200;

/** Before the dialog would do it, so that no letter is lost that follows the key which opened it. */
const focusAtOnce = (field: HTMLInputElement | null): void => field?.focus();

/** A search over everything that the person may see, and over the screens themselves. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const [wanted] = useDebouncedValue(typed, 200);
  const found = useFound(wanted);
  const isSettled = wanted === typed && !found.isPending;
  const hits = found.groups.flatMap((group) => group.hits);
  const { active, choose, onKeyDown } = useChoice(typed, wanted === typed ? hits : [], isSettled);
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const current = hits[active];
  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset="10dvh" fullScreen={isPhone ?? false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t("search.open")} bg="var(--kassa-raised)">
        <Modal.Body p={0}>
          <Group wrap="nowrap" gap="xs" pe="md" className="search-head">
            <TextInput
              flex={1}
              ref={focusAtOnce}
              data-autofocus
              variant="unstyled"
              size="lg"
              leftSection={<SearchIcon />}
              aria-label={t("search.open")}
              placeholder={t("search.placeholder")}
              maxLength={longest}
              autoComplete="off"
              spellCheck={false}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={hits.length > 0}
              {...(hits.length > 0 && { "aria-controls": idOfList })}
              {...(current && { "aria-activedescendant": idOfHit(current) })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <CloseButton size="lg" aria-label={t("search.close")} onClick={onClose} />
          </Group>
          <div className={isPhone ? "search-body search-body-phone" : "search-body"}>
            <Hits groups={found.groups} active={current} onHover={choose} onOpen={onClose} />
            <State typed={typed} wanted={wanted} found={found} isSettled={isSettled} />
          </div>
          <Hints />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

type StateProps = {
  readonly typed: string;
  readonly wanted: string;
  readonly found: Found;
  readonly isSettled: boolean;
};

/** Below what was found: what can be searched, that it goes on, what failed, or what to try if nothing was found. */
function State({ typed, wanted, found, isSettled }: StateProps) {
  const { mode } = useHere();
  const count = found.groups.reduce((sum, { hits }) => sum + hits.length, 0);
  if (typed === "") return <Said title={t("search.what")}>{t("search.what-help")}</Said>;
  if (!isSettled) return <Loading />;
  if (found.error)
    return (
      <Stack p="md">
        <Failure error={found.error} again={found.again} />
      </Stack>
    );
  if (count > 0)
    return <VisuallyHidden role="status">{t("search.count", { count: `${count}` })}</VisuallyHidden>;
  const id = readId(wanted);
  if (id && id.mode !== mode)
    return (
      <Said title={t("search.none", { text: wanted })}>
        {t("search.other-mode", { mode: t(`mode.${id.mode}`) })}
      </Said>
    );
  return <Said title={t("search.none", { text: wanted })}>{t("search.none-help")}</Said>;
}

function Said({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={4} p="md" role="status">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
      <Text c="var(--kassa-muted)" style={{ whiteSpace: "pre-line" }}>
        {children}
      </Text>
    </Stack>
  );
}

/** Which keys do what. Phones have none of them. */
function Hints() {
  return (
    <Group className="search-hints" gap="md" px="md" visibleFrom="sm" aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t("search.key-choose")}
      </span>
      <span>
        <Kbd>↵</Kbd> {t("search.key-open")}
      </span>
      <span>
        <Kbd>{t("search.escape")}</Kbd> {t("search.key-close")}
      </span>
    </Group>
  );
}
