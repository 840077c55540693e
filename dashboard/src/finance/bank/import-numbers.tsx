import type { StatementImport } from "@kassa/sdk";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { Figures } from "../../components/figures.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { someEntriesQuery } from "./queries.ts";

type Props = { readonly imported: StatementImport; readonly isBare?: boolean };

/** What was found in a file: what is new, what it was for, and what waits for a person. */
export function ImportNumbers({ imported, isBare = false }: Props) {
  const { place } = useHere();
  const matched = useQuery(someEntriesQuery(place, { import: imported.id, matchStatus: "matched" }));
  const waiting = useQuery(someEntriesQuery(place, { import: imported.id, matchStatus: "unmatched" }));
  const error = matched.error ?? waiting.error;
  const again = () => Promise.all([matched.refetch(), waiting.refetch()]);
  if (error) return <Failure error={error} again={() => void again()} />;
  return (
    <Figures
      isBare={isBare}
      figures={[
        { name: t("bank.new"), value: imported.entriesNew + imported.entriesChanged },
        { name: t("bank.known"), value: imported.entriesKnown },
        { name: t("bank.matched"), value: countOf(matched.data) },
        { name: t("bank.waiting"), value: countOf(waiting.data) },
      ]}
    />
  );
}

const countOf = (page?: { readonly data: readonly unknown[]; readonly hasMore: boolean }): string =>
  page ? `${page.data.length}${page.hasMore ? "+" : ""}` : "…";
