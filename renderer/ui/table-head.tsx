import { Table, type TableThProps } from '@mantine/core';

type Column = string | (Omit<TableThProps, 'children'> & { name: string });

/** The headings of a table, in one row. */
export const TableHead = ({ columns }: { columns: readonly Column[] }) => (
  <Table.Thead>
    <Table.Tr>
      {columns.map((column) => {
        const { name, ...more } = typeof column === 'string' ? { name: column } : column;
        return (
          <Table.Th key={name} {...more}>
            {name}
          </Table.Th>
        );
      })}
    </Table.Tr>
  </Table.Thead>
);
