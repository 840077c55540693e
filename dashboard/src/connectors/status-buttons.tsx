import type { ConnectorAccount } from "@kassa/sdk";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { t } from "../texts/texts.ts";
import { changeAccount, deleteAccount } from "./queries.ts";

type Doing = "enable" | "disable" | "delete";

/** Enables, disables or deletes an account; each says before what it means for charges. */
export function StatusButtons({ account }: { readonly account: ConnectorAccount }) {
  const { place, membership, mode } = useHere();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [doing, setDoing] = useState<Doing | null>(null);
  const isEnabled = account.status === "enabled";
  const carryOut = async (what: Doing): Promise<void> => {
    if (what === "delete") {
      await deleteAccount(place, account.id);
      await navigate({ to: "/$tenant/$mode/connectors", params: { tenant: membership.tenant.id, mode } });
    } else {
      const status = what === "enable" ? "enabled" : "disabled";
      await changeAccount(place, account.id, { status });
    }
    await queryClient.invalidateQueries({ queryKey: ["connectors", place] });
  };
  return (
    <>
      {isEnabled ? (
        <Button variant="default" onClick={() => setDoing("disable")}>
          {t("connectors.disable")}
        </Button>
      ) : (
        <>
          <Button variant="subtle" color="red" onClick={() => setDoing("delete")}>
            {t("connectors.delete")}
          </Button>
          <Button disabled={account.missingCredentials.length > 0} onClick={() => setDoing("enable")}>
            {t("connectors.enable")}
          </Button>
        </>
      )}
      {doing && (
        <Confirm
          title={t(`connectors.${doing}-title`, { label: account.label })}
          help={t(doing === "enable" ? `connectors.enable-${mode}` : `connectors.${doing}-help`)}
          action={t(`connectors.${doing}`)}
          isHarmful={doing === "delete"}
          onConfirm={() => carryOut(doing)}
          onClose={() => setDoing(null)}
        />
      )}
    </>
  );
}
