import type { WebhookEndpoint } from "@kassa/sdk";
import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { deleteEndpoint, setEndpointStatus, testEndpoint } from "./queries.ts";
import { ResendUndelivered } from "./resend-undelivered.tsx";

type Props = { readonly endpoint: WebhookEndpoint };
type Asked = "resend" | "disable" | "delete";

/** What can be done with an endpoint. Only an enabled one is sent anything. */
export function EndpointActions({ endpoint }: Props) {
  const { place, may } = useHere();
  const [asked, setAsked] = useState<Asked | null>(null);
  const queryClient = useQueryClient();
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: ["endpoints", place] });
    await queryClient.invalidateQueries({ queryKey: ["deliveries", place, endpoint.id] });
  };
  const test = useMutation({ mutationFn: () => testEndpoint(place, endpoint.id), onSuccess: readAgain });
  const enable = useMutation({
    mutationFn: () => setEndpointStatus(place, endpoint.id, "enabled"),
    onSuccess: readAgain,
  });
  if (!may("webhook_endpoints:write")) return null;
  const isEnabled = endpoint.status === "enabled";
  const error = isEnabled ? test.error : enable.error;
  return (
    <>
      <Group gap="sm">
        {!isEnabled && (
          <Button loading={enable.isPending} onClick={() => enable.mutate()}>
            {t("webhooks.enable")}
          </Button>
        )}
        {isEnabled && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("webhooks.test")}
          </Button>
        )}
        {isEnabled && may("events:write") && (
          <Button variant="default" onClick={() => setAsked("resend")}>
            {t("webhooks.resend-undelivered")}
          </Button>
        )}
        {endpoint.status !== "disabled" && (
          <Button variant="default" onClick={() => setAsked("disable")}>
            {t("webhooks.disable")}
          </Button>
        )}
        <Button variant="default" c="var(--kassa-danger)" onClick={() => setAsked("delete")}>
          {t("webhooks.delete")}
        </Button>
      </Group>
      {error && <Failure error={error} />}
      <Dialogs endpoint={endpoint} asked={asked} onDisabled={readAgain} onClose={() => setAsked(null)} />
    </>
  );
}

type DialogProps = Props & {
  readonly asked: Asked | null;
  readonly onDisabled: () => Promise<void>;
  readonly onClose: () => void;
};

function Dialogs({ endpoint, asked, onDisabled, onClose }: DialogProps) {
  const { place, membership, mode } = useHere();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const disable = async () => {
    await setEndpointStatus(place, endpoint.id, "disabled");
    await onDisabled();
  };
  const remove = async () => {
    await deleteEndpoint(place, endpoint.id);
    await queryClient.invalidateQueries({ queryKey: ["endpoints", place] });
    await navigate({ to: "/$tenant/$mode/webhooks", params: { tenant: membership.tenant.id, mode } });
  };
  if (asked === null) return null;
  if (asked === "resend") return <ResendUndelivered endpoint={endpoint} onClose={onClose} />;
  return (
    <Confirm
      title={t(`webhooks.${asked}-title`)}
      help={t(`webhooks.${asked}-help`, { url: endpoint.url })}
      action={t(`webhooks.${asked}`)}
      isHarmful
      onConfirm={asked === "disable" ? disable : remove}
      onClose={onClose}
    />
  );
}
