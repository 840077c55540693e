import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Card } from "../../components/card.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Facts } from "../../components/facts.tsx";
import { Head } from "../../components/head.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { t } from "../../texts/texts.ts";
import { InviteOwner } from "./invite-owner.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { setClosed, type Tenant, tenantQuery, useTenantChange } from "./queries.ts";
import { RenameDialog } from "./rename-dialog.tsx";

/** A business: what it is called, whether it is open, who owns it, and its limits. */
export function TenantPage() {
  const { id } = useParams({ from: "/operator/tenants/$id" });
  const tenant = useQuery(tenantQuery(id));
  return (
    <Stack gap="lg">
      <AnchorLink to="/operator/tenants" size="sm">
        {t("operator.all-tenants")}
      </AnchorLink>
      {tenant.error && <Failure error={tenant.error} again={() => void tenant.refetch()} />}
      {tenant.isPending && <Loading as="page" />}
      {tenant.data && <Shown tenant={tenant.data} />}
    </Stack>
  );
}

function Shown({ tenant }: { readonly tenant: Tenant }) {
  const { id, name, closedAt, createdAt, hasOwner } = tenant;
  const [isRenaming, renaming] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const isOpen = closedAt === null;
  return (
    <>
      <Head title={name}>
        <Button variant="default" onClick={renaming.open}>
          {t("operator.rename")}
        </Button>
        <Button variant="default" {...(isOpen && { c: "var(--kassa-danger)" })} onClick={asking.open}>
          {t(isOpen ? "operator.close" : "operator.reopen")}
        </Button>
      </Head>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Card title={t("operator.details")}>
            <Facts
              facts={[
                [t("operator.state"), <Status key="state" status={isOpen ? "active" : "closed"} />],
                [t("operator.created"), <When key="created" at={createdAt} />],
                ...(closedAt === null
                  ? []
                  : [[t("operator.closed"), <When key="closed" at={closedAt} />] as const]),
                [
                  t("operator.owner"),
                  hasOwner ? t("operator.has-owner") : <Status key="owner" status="no_owner" />,
                ],
              ]}
            />
            <CopyText text={id} label={t("operator.id")} />
          </Card>
          {!hasOwner && isOpen && (
            <Card title={t("operator.first-owner")}>
              <InviteOwner tenant={tenant} />
            </Card>
          )}
        </Stack>
        <LimitsCard key={id} tenant={tenant} />
      </SimpleGrid>
      {isRenaming && <RenameDialog tenant={tenant} onClose={renaming.close} />}
      {isAsking && <CloseDialog tenant={tenant} onClose={asking.close} />}
    </>
  );
}

function CloseDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const { id, name, closedAt } = tenant;
  const isOpen = closedAt === null;
  const change = useTenantChange((closed: boolean) => setClosed(id, closed));
  return (
    <Confirm
      title={t(isOpen ? "operator.close-title" : "operator.reopen-title", { name })}
      help={t(isOpen ? "operator.close-help" : "operator.reopen-help")}
      action={t(isOpen ? "operator.close" : "operator.reopen")}
      isHarmful={isOpen}
      onConfirm={() => change.mutateAsync(isOpen)}
      onClose={onClose}
    />
  );
}
