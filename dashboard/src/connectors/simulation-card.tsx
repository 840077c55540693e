import type { ConnectorAccount } from "@kassa/sdk";
import { Button, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Card } from "../components/card.tsx";
import { parseMoney, typedMoney } from "../components/money.tsx";
import { Failure } from "../components/states.tsx";
import { methods } from "../payments/filters.ts";
import { methodText } from "../payments/method.ts";
import { t } from "../texts/texts.ts";
import { faultAt } from "./field-inputs.tsx";
import { simulateRouting } from "./queries.ts";
import { SimulationResult } from "./simulation-result.tsx";

/** Says which account would get a payment that somebody imagines. The answer stays until the next one. */
export function SimulationCard({ accounts }: { readonly accounts: readonly ConnectorAccount[] }) {
  const { place } = useHere();
  const [typed, setTyped] = useState(typedMoney(5_000, "EUR"));
  const [currency, setCurrency] = useState("EUR");
  const [method, setMethod] = useState<string>(methods[0]);
  const [captureMethod, setCapture] = useState("automatic");
  const [country, setCountry] = useState("");
  const amount = /^[A-Z]{3}$/.test(currency) ? parseMoney(typed, currency) : undefined;
  const ask = useMutation({
    mutationFn: () =>
      simulateRouting(place, { amount: amount ?? 0, currency, method, captureMethod, country }),
  });
  const fault = (name: string) => faultAt(ask.error, name);
  const isAtField = ["amount", "currency", "country"].some(fault);
  return (
    <Card title={t("routing.title")} help={t("routing.help")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
          <TextInput
            label={t("payments.amount")}
            inputMode="decimal"
            required
            error={fault("amount")}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            label={t("sessions.currency")}
            required
            maxLength={3}
            error={fault("currency")}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          />
          <Select
            size="md"
            label={t("payments.method")}
            value={method}
            data={methods.map((value) => ({ value, label: methodText(value) }))}
            allowDeselect={false}
            onChange={(value) => setMethod(value ?? method)}
          />
          <Select
            size="md"
            label={t("routing.capture")}
            value={captureMethod}
            data={(["automatic", "manual"] as const).map((value) => ({
              value,
              label: t(`routing.${value}`),
            }))}
            allowDeselect={false}
            onChange={(value) => setCapture(value ?? captureMethod)}
          />
          <TextInput
            label={t("routing.country")}
            description={t("routing.country-help")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={2}
            error={fault("country")}
            value={country}
            onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
          />
        </SimpleGrid>
        <Stack gap="md" mt="md" align="flex-start">
          <Button type="submit" variant="default" loading={ask.isPending} disabled={!amount}>
            {t("routing.try")}
          </Button>
          {ask.error && !isAtField && <Failure error={ask.error} />}
        </Stack>
      </form>
      {ask.data && <SimulationResult simulation={ask.data} accounts={accounts} />}
    </Card>
  );
}
