import type { ConnectorAccount } from "@kassa/sdk";
import {
  Alert,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { Failure } from "../components/states.tsx";
import { methodText } from "../payments/method.ts";
import { t } from "../texts/texts.ts";
import { faultAt } from "./field-inputs.tsx";
import { changeAccount } from "./queries.ts";

type Props = { readonly account: ConnectorAccount; readonly mayChange: boolean };

/** Which new charges the account gets. Empty lists mean all that the PSP offers. */
export function RoutingCard({ account, mayChange }: Props) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [label, setLabel] = useState(account.label);
  const [position, setPosition] = useState<number | string>(account.position);
  const [weight, setWeight] = useState<number | string>(account.weight);
  const [methods, setMethods] = useState<string[]>([...(account.methods ?? [])]);
  const [currencies, setCurrencies] = useState<string[]>([...(account.currencies ?? [])]);
  const [countries, setCountries] = useState<string[]>([...(account.countries ?? [])]);
  const save = useMutation({
    mutationFn: () =>
      changeAccount(place, account.id, {
        label: label.trim(),
        position: Number(position),
        weight: Number(weight),
        methods: orAll(methods),
        currencies: orAll(currencies.map((code) => code.trim().toUpperCase())),
        countries: orAll(countries.map((code) => code.trim().toUpperCase())),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["connectors", place] }),
  });
  const names = ["label", "position", "weight", "methods", "currencies", "countries"];
  const isAtField = names.some((name) => faultAt(save.error, `/${name}`));
  const common = (name: string) => ({ readOnly: !mayChange, error: faultAt(save.error, `/${name}`) });
  return (
    <Card title={t("connectors.routing")} help={t("connectors.routing-help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="md">
          {save.error && !isAtField && <Failure error={save.error} />}
          {save.isSuccess && (
            <Alert color="green" role="status">
              {t("connectors.saved")}
            </Alert>
          )}
          <TextInput
            {...common("label")}
            label={t("connectors.label")}
            required
            maxLength={100}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              {...common("position")}
              label={t("connectors.position")}
              description={t("connectors.position-help")}
              min={1}
              max={1_000}
              value={position}
              onChange={setPosition}
            />
            <NumberInput
              {...common("weight")}
              label={t("connectors.weight")}
              description={t("connectors.weight-help")}
              min={1}
              max={1_000}
              value={weight}
              onChange={setWeight}
            />
          </SimpleGrid>
          <MultiSelect
            {...common("methods")}
            label={t("payments.method")}
            placeholder={methods.length === 0 ? t("connectors.all") : ""}
            data={Object.keys(account.capabilities).map((value) => ({ value, label: methodText(value) }))}
            value={methods}
            onChange={setMethods}
          />
          <TagsInput
            {...common("currencies")}
            label={t("connectors.currencies")}
            placeholder={currencies.length === 0 ? t("connectors.all") : ""}
            value={currencies}
            onChange={setCurrencies}
          />
          <TagsInput
            {...common("countries")}
            label={t("connectors.countries")}
            description={t("connectors.countries-help")}
            placeholder={countries.length === 0 ? t("connectors.all") : ""}
            value={countries}
            onChange={setCountries}
          />
          {mayChange && (
            <Group>
              <Button type="submit" variant="default" loading={save.isPending}>
                {t("settings.save")}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}

const orAll = (values: readonly string[]): readonly string[] | null => (values.length === 0 ? null : values);
