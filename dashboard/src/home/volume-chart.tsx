import { Box, Table, Text, VisuallyHidden } from "@mantine/core";
import { Card } from "../components/card.tsx";
import { formatMoney } from "../components/money.tsx";
import { formatDay } from "../components/when.tsx";
import { t } from "../texts/texts.ts";

type Props = {
  /** When each day began. */
  readonly starts: readonly string[];
  readonly volumes: readonly number[];
  readonly currency: string;
};

const height = 200;
/** Each day has a place of this width in the drawing, which is stretched to the card. */
const place = 10;

/** The volume of each day as bars, and as a table for screen readers. Time runs from left to right in each language. */
export function VolumeChart({ starts, volumes, currency }: Props) {
  const most = Math.max(...volumes, 1);
  return (
    <Card title={t("home.by-day")}>
      <Box dir="ltr">
        <Text size="xs" c="var(--kassa-muted)" ta="end" className="money">
          <bdi>{formatMoney(most, currency)}</bdi>
        </Text>
        <svg
          aria-hidden
          className="chart"
          viewBox={`0 0 ${volumes.length * place} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
        >
          <line x1="0" x2={volumes.length * place} y1="0.5" y2="0.5" className="chart-line" />
          <line
            x1="0"
            x2={volumes.length * place}
            y1={height - 0.5}
            y2={height - 0.5}
            className="chart-line"
          />
          {volumes.map((volume, day) => (
            <g key={starts[day]}>
              <title>{`${formatDay(starts[day] ?? "")}: ${formatMoney(volume, currency)}`}</title>
              <rect x={day * place} width={place} y="0" height={height} className="chart-place" />
              <rect
                x={day * place + 1}
                width={place - 2}
                y={height - barHeight(volume, most)}
                height={barHeight(volume, most)}
                className="chart-bar"
              />
            </g>
          ))}
        </svg>
        <Text size="xs" c="var(--kassa-muted)" className="chart-days">
          <bdi>{formatDay(starts.at(0) ?? "")}</bdi>
          <bdi>{formatDay(starts.at(-1) ?? "")}</bdi>
        </Text>
      </Box>
      <VisuallyHidden>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("home.day")}</Table.Th>
              <Table.Th>{t("home.volume")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {volumes.map((volume, day) => (
              <Table.Tr key={starts[day]}>
                <Table.Td>{formatDay(starts[day] ?? "")}</Table.Td>
                <Table.Td>{formatMoney(volume, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </Card>
  );
}

/** A day with any volume has a bar that can be seen. */
const barHeight = (volume: number, most: number): number =>
  volume === 0 ? 0 : Math.max(2, (volume / most) * (height - 2));
