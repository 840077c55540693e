import { Box, Paper, Table, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";

export type Column = {
  readonly title: string;
  /** Amounts stand at the end of their column. */
  readonly align?: "end";
  /** Its title is for screen readers only, as over buttons. */
  readonly isBare?: boolean;
};

export type Row = {
  readonly id: string;
  /** One for each column. */
  readonly cells: readonly ReactNode[];
  /** What a phone shows in place of the cells. */
  readonly narrow: ReactNode;
  /** Opens the row's own page. The first cell has the link for keyboards. */
  readonly onOpen?: () => void;
};

/** A list: a table, or on a phone a block for each row. */
export function Rows({
  columns,
  rows,
}: {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}) {
  const isNarrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  return (
    <Paper withBorder bg="var(--kassa-raised)" style={{ overflowX: "auto" }}>
      {isNarrow ? <Blocks rows={rows} /> : <WideTable columns={columns} rows={rows} />}
    </Paper>
  );
}

function Blocks({ rows }: { readonly rows: readonly Row[] }) {
  return rows.map(({ id, narrow }, at) => (
    <Box key={id} style={at === 0 ? {} : { borderTop: "1px solid var(--kassa-line)" }}>
      {narrow}
    </Box>
  ));
}

function WideTable({
  columns,
  rows,
}: {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}) {
  return (
    <Table highlightOnHover={rows.some(({ onOpen }) => onOpen)} verticalSpacing="sm" horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, align, isBare }) => (
            <Table.Th key={title} {...(align && { ta: align })}>
              {isBare ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, cells, onOpen }) => (
          <Table.Tr key={id} {...(onOpen && { className: "row-link", onClick: onOpen })}>
            {columns.map(({ title, align }, at) => (
              <Table.Td key={title} {...(align && { ta: align })} style={{ overflowWrap: "anywhere" }}>
                {ownDirection(cells[at])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A name in Latin letters is read from left to right in an Arabic table, too. */
const ownDirection = (cell: ReactNode): ReactNode => (typeof cell === "string" ? <bdi>{cell}</bdi> : cell);
