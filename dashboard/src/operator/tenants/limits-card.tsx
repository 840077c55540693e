import { Alert, Button, Group, NumberInput, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { changeTenant, type Tenant, useTenantChange } from "./queries.ts";

type Rate = number | string;

/** To which hosts sessions may send customers, and how many requests a second a key may make. */
export function LimitsCard({ tenant }: { readonly tenant: Tenant }) {
  const [hosts, setHosts] = useState(tenant.allowedHosts.join("\n"));
  const [live, setLive] = useState<Rate>(tenant.rateLimits.live ?? "");
  const [sandbox, setSandbox] = useState<Rate>(tenant.rateLimits.sandbox ?? "");
  const wanted = {
    allowedHosts: hosts.split(/[\s,]+/).filter((host) => host !== ""),
    rateLimits: { live: rateOf(live), sandbox: rateOf(sandbox) },
  };
  const isChanged = textOf(wanted) !== textOf(tenant);
  const save = useTenantChange(() => changeTenant(tenant.id, wanted));
  return (
    <Card title={t("operator.limits")} help={t("operator.limits-help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack gap="md">
          {save.error && <Failure error={save.error} />}
          <Textarea
            label={t("operator.hosts")}
            description={t("operator.hosts-help")}
            placeholder={"shop.example\n*.shop.example"}
            autosize
            minRows={3}
            value={hosts}
            onChange={(event) => setHosts(event.currentTarget.value)}
          />
          <RateInput label={t("operator.rate-live")} value={live} onChange={setLive} />
          <RateInput label={t("operator.rate-sandbox")} value={sandbox} onChange={setSandbox} />
          {save.isSuccess && !isChanged && (
            <Alert color="green" role="status">
              {t("operator.limits-saved")}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isChanged}>
              {t("operator.save-limits")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

type Limits = Pick<Tenant, "allowedHosts" | "rateLimits">;

const textOf = ({ allowedHosts, rateLimits: { live, sandbox } }: Limits): string =>
  JSON.stringify([allowedHosts, live, sandbox]);

const rateOf = (given: Rate): number | null => (given === "" ? null : Number(given));

type RateProps = {
  readonly label: string;
  readonly value: Rate;
  readonly onChange: (rate: Rate) => void;
};

function RateInput({ label, value, onChange }: RateProps) {
  return (
    <NumberInput
      label={label}
      description={t("operator.rate-help")}
      min={1}
      max={999_999}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value}
      onChange={onChange}
    />
  );
}
