import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { type RequestFilters, requestMethods } from "./request-queries.ts";

/** The filters of the list. They stand in the address. */
export function RequestFilterBar({ filters }: { readonly filters: RequestFilters }) {
  const navigate = useNavigate({ from: "/$tenant/$mode/requests" });
  const apply = (changed: Record<string, string | undefined>): void =>
    void navigate({
      search: (now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...changed }).filter(([, value]) => value),
        ) as RequestFilters,
      replace: true,
    });
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Select
        label={t("requests.answer")}
        placeholder={t("requests.any")}
        clearable
        value={filters.status ?? null}
        data={[{ value: "failed", label: t("requests.failed") }]}
        onChange={(status) => apply({ status: status ?? undefined })}
      />
      <Select
        label={t("requests.method")}
        placeholder={t("requests.any")}
        clearable
        value={filters.method ?? null}
        data={[...requestMethods]}
        onChange={(method) => apply({ method: method ?? undefined })}
      />
      <Typed
        label={t("requests.path")}
        placeholder="/api/checkout/sessions"
        value={filters.path}
        apply={(path) => apply({ path })}
      />
      <Typed
        label={t("requests.key")}
        placeholder="key_…"
        value={filters.key}
        apply={(key) => apply({ key })}
      />
    </SimpleGrid>
  );
}

type TypedProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly apply: (value: string | undefined) => void;
};

/** A text that filters a moment after somebody has stopped typing. */
function Typed({ label, placeholder, value, apply }: TypedProps) {
  const [typed, setTyped] = useState(value ?? "");
  const later = useDebouncedCallback((text: string) => apply(text.trim() || undefined), 250);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value);
      }}
    />
  );
}
