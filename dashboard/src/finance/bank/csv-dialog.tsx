import { Group, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { nameOfAccount } from "./account.ts";
import { type CsvGuess, type CsvMapping, dateFormats, guessCsv } from "./csv-guess.ts";
import { accountsQuery } from "./queries.ts";

type Props = {
  readonly file: File;
  readonly onMapped: (mapping: object) => void;
  readonly onClose: () => void;
};

/** Asks what the columns of a CSV file mean: banks have no common form. What its names suggest is filled in. */
export function CsvDialog({ file, onMapped, onClose }: Props) {
  const guess = useQuery({
    queryKey: ["csv", file.name, file.size, file.lastModified],
    queryFn: async () => guessCsv(await readBeginning(file)) ?? null,
  });
  return (
    <Dialog title={t("csv.title", { file: file.name })} onClose={onClose}>
      {guess.error && <Failure error={guess.error} />}
      {guess.isPending && <Loading as="text" />}
      {guess.data === null && <Text>{t("csv.no-columns")}</Text>}
      {guess.data && <MappingForm guess={guess.data} onMapped={onMapped} onClose={onClose} />}
    </Dialog>
  );
}

/** Banks write UTF-8 or windows-1252. */
async function readBeginning(file: File): Promise<string> {
  const bytes = await file.slice(0, 65_536).arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  return text.slice(0, -4).includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

type FormProps = Omit<Props, "file"> & { readonly guess: CsvGuess };
const singles = ["date", "amount", "name", "counterpartyAccount"] as const;

function MappingForm({ guess: { header, mapping: guessed }, onMapped, onClose }: FormProps) {
  const { place } = useHere();
  const accounts = useQuery(accountsQuery(place)).data?.data ?? [];
  const [mapping, setMapping] = useState<CsvMapping>(guessed);
  const [chosen, setChosen] = useState<string | null>(null);
  const account = accounts.find(({ id }) => id === (chosen ?? accounts[0]?.id));
  const { columns } = mapping;
  const change = (changes: Partial<CsvMapping>) => setMapping((all) => ({ ...all, ...changes }));
  const setColumn = (field: string, value: string | string[] | null) => {
    const { [field]: _, ...others } = columns;
    change({ columns: value === null || value.length === 0 ? others : { ...others, [field]: value } });
  };
  const named = account?.iban ?? account?.statementAccounts[0] ?? account?.qrIban ?? account?.accountNumber;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (account) onMapped({ ...mapping, account: named, currency: account.currency });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--kassa-muted)">
          {t("csv.help")}
        </Text>
        <Select
          label={t("bank.account")}
          allowDeselect={false}
          value={account?.id ?? null}
          data={accounts.map((each) => ({ value: each.id, label: nameOfAccount(each) }))}
          onChange={setChosen}
        />
        {singles.map((field) => (
          <Select
            key={field}
            label={t(`csv.${field}`)}
            searchable
            clearable={field !== "date" && field !== "amount"}
            value={typeof columns[field] === "string" ? columns[field] : null}
            data={header}
            onChange={(column) => setColumn(field, column)}
          />
        ))}
        <MultiSelect
          label={t("csv.text")}
          searchable
          value={[columns.text ?? []].flat()}
          data={header}
          onChange={(chosenColumns) => setColumn("text", chosenColumns)}
        />
        <Group grow align="flex-end">
          <Select
            label={t("csv.date-format")}
            allowDeselect={false}
            value={mapping.dateFormat}
            data={dateFormats}
            onChange={(format) => format && change({ dateFormat: format })}
          />
          <Select
            label={t("csv.decimal-sign")}
            allowDeselect={false}
            value={mapping.decimalSign}
            data={[
              { value: ",", label: "1.234,56" },
              { value: ".", label: "1,234.56" },
            ]}
            onChange={(sign) => change({ decimalSign: sign === "," ? "," : "." })}
          />
        </Group>
        <FormButtons onCancel={onClose} disabled={!account || !columns.date || !columns.amount}>
          {t("csv.import")}
        </FormButtons>
      </Stack>
    </form>
  );
}
