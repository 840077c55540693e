import { Box, Group, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { DownloadButton } from "../../components/download-button.tsx";
import { t } from "../../texts/texts.ts";
import { BooksHead } from "./books-head.tsx";
import { monthText } from "./month-text.ts";
import { addMonths, monthOf, newestMonths } from "./months.ts";

const reports = ["payments", "refunds", "disputes", "fees", "payouts"] as const;
const days = "days";

/** Files for accountants, of a month or of days. */
export function ReportsPage() {
  const [month, setMonth] = useState(() => addMonths(monthOf(new Date()), -1));
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const isDays = month === days;
  const period: Record<string, string> = isDays ? { from, to } : { month };
  const isReady = !isDays || (from !== "" && to !== "");
  return (
    <Stack gap="lg">
      <BooksHead help={t("books.reports-help")} />
      <Group align="flex-end" gap="md">
        <Select
          size="md"
          label={t("books.period")}
          allowDeselect={false}
          flex="0 1 240px"
          value={month}
          data={[
            ...newestMonths(24).map((value) => ({ value, label: monthText(value) })),
            { value: days, label: t("books.days") },
          ]}
          onChange={(value) => value && setMonth(value)}
        />
        {isDays && (
          <>
            <TextInput
              type="date"
              label={t("books.from")}
              value={from}
              onChange={({ currentTarget: { value } }) => setFrom(value)}
            />
            <TextInput
              type="date"
              label={t("books.to")}
              value={to}
              onChange={({ currentTarget: { value } }) => setTo(value)}
            />
          </>
        )}
      </Group>
      <Paper withBorder bg="var(--kassa-raised)">
        {reports.map((report, at) => (
          <Group
            key={report}
            justify="space-between"
            p="lg"
            gap="md"
            style={at === 0 ? {} : { borderTop: "1px solid var(--kassa-line)" }}
          >
            <Box flex="1 1 260px">
              <Title order={2} size="h5">
                {t(`report.${report}`)}
              </Title>
              <Text size="sm" c="var(--kassa-muted)">
                {t(`report.${report}-help`)}
              </Text>
            </Box>
            {isReady && (
              <Group gap="xs" align="flex-start">
                {(["xlsx", "csv"] as const).map((format) => (
                  <DownloadButton
                    key={format}
                    path={`/api/reports/${report}?${new URLSearchParams({ ...period, format })}`}
                    label={t(`books.${format}`)}
                    title={`${t(`report.${report}`)}: ${t(`books.${format}`)}`}
                  />
                ))}
              </Group>
            )}
          </Group>
        ))}
      </Paper>
    </Stack>
  );
}
