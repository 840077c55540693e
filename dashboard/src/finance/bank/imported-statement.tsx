import type { StatementImport } from "@kassa/sdk";
import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { UploadProgress } from "../../components/uploads/upload-card.tsx";
import { t } from "../../texts/texts.ts";
import { ImportNumbers } from "./import-numbers.tsx";
import { importQuery } from "./queries.ts";

/** What was found in a file that was just sent. A large one is still being stored. */
export function ImportedStatement({ first }: { readonly first: StatementImport }) {
  const { place, membership, mode } = useHere();
  const { data: imported = first } = useQuery({ ...importQuery(place, first.id), initialData: first });
  const { entriesFound, entriesNew, entriesChanged, entriesKnown, status, id } = imported;
  const stored = entriesNew + entriesChanged + entriesKnown;
  if (status !== "completed")
    return (
      <UploadProgress
        what={t("upload.step.storing")}
        percent={entriesFound === 0 ? 0 : (stored / entriesFound) * 100}
      />
    );
  return (
    <Stack gap="sm">
      <ImportNumbers imported={imported} isBare />
      <Group>
        <AnchorLink
          to="/$tenant/$mode/bank/statements/$id"
          params={{ tenant: membership.tenant.id, mode, id }}
          size="sm"
        >
          {t("bank.open-import")}
        </AnchorLink>
      </Group>
    </Stack>
  );
}
