import { MultiSelect, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { scopes } from "../scopes.ts";
import { type Made, useKeyChange } from "./queries.ts";
import { Secret } from "./secret.tsx";

const lives = ["30", "90", "365"];

/** Makes a key, with no more rights than it needs: what it may do, from where, and for how long. */
export function MakeDialog({ onClose }: { readonly onClose: () => void }) {
  const { place } = useHere();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>(["full"]);
  const [networks, setNetworks] = useState<string[]>([]);
  const [days, setDays] = useState<string | null>(null);
  const keyOf = useOrderKeys();
  const make = useKeyChange(() => {
    const body = {
      name: name.trim(),
      scopes: chosen,
      allowedNetworks: networks,
      ...(days !== null && { expiresInDays: Number(days) }),
    };
    const idempotencyKey = keyOf(body);
    return request<Made>("/dashboard/api/keys/", { method: "POST", place, body, idempotencyKey });
  });
  if (make.data) return <Secret made={make.data} onClose={onClose} />;
  return (
    <Dialog title={t("keys.make")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Stack gap="md">
          {make.error && <Failure error={make.error} />}
          <TextInput
            label={t("keys.name")}
            description={t("keys.name-help")}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MultiSelect
            label={t("keys.scopes")}
            description={t("keys.scopes-help")}
            data={scopes}
            searchable
            value={chosen}
            onChange={setChosen}
          />
          <Restrictions networks={networks} onNetworks={setNetworks} days={days} onDays={setDays} />
          <FormButtons onCancel={onClose} disabled={chosen.length === 0} loading={make.isPending}>
            {t("keys.make")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type RestrictionProps = {
  readonly networks: string[];
  readonly onNetworks: (networks: string[]) => void;
  readonly days: string | null;
  readonly onDays: (days: string | null) => void;
};

function Restrictions({ networks, onNetworks, days, onDays }: RestrictionProps) {
  return (
    <>
      <TagsInput
        size="md"
        label={t("keys.networks")}
        description={t("keys.networks-help")}
        placeholder={networks.length === 0 ? "203.0.113.0/24" : ""}
        maxTags={50}
        maxLength={50}
        acceptValueOnBlur
        value={networks}
        onChange={onNetworks}
      />
      <Select
        label={t("keys.life")}
        placeholder={t("keys.life-none")}
        clearable
        data={lives.map((value) => ({ value, label: t("keys.life-days", { days: Number(value) }) }))}
        value={days}
        onChange={onDays}
      />
    </>
  );
}
