import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { Head } from "../components/head.tsx";
import { Failure, Loading } from "../components/states.tsx";
import { When } from "../components/when.tsx";
import { t } from "../texts/texts.ts";
import { type Versions, versionsQuery } from "./queries.ts";

/** What runs here: the process that answers, its database, and how it is reached. */
export function VersionsPage() {
  const versions = useQuery(versionsQuery);
  return (
    <Stack gap="lg">
      <Head title={t("operator.versions")} help={t("operator.versions-help")} />
      {versions.error && <Failure error={versions.error} again={() => void versions.refetch()} />}
      {versions.isPending && <Loading as="cards" />}
      {versions.data && <Shown versions={versions.data} />}
    </Stack>
  );
}

function Shown({ versions }: { readonly versions: Versions }) {
  const { kassa, node, host, runningSince, postgres, isEmbedded, citus, lastMigration } = versions;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card title={t("operator.process")}>
        <Facts
          facts={[
            ["Kassa", kassa],
            ["Node.js", node],
            [t("operator.host"), host],
            [t("operator.since"), <When key="since" at={runningSince} />],
          ]}
        />
      </Card>
      <Card title={t("operator.database")}>
        <Facts
          facts={[
            ["PostgreSQL", postgres],
            [t("operator.whose"), t(isEmbedded ? "operator.embedded" : "operator.external")],
            ...(citus === null ? [] : [["Citus", citus] as const]),
            [t("operator.migration"), lastMigration ?? "–"],
          ]}
        />
      </Card>
      <Card title={t("operator.reach")}>
        <Facts
          facts={[
            [t("operator.address"), versions.publicUrl],
            [t("operator.mail"), t(versions.sendsMail ? "operator.mail-yes" : "operator.mail-no")],
          ]}
        />
      </Card>
    </SimpleGrid>
  );
}
