import { Table } from '@mantine/core';
import { useMemo } from 'react';
import classes from '../tools/catalogue.module.css';
import { AsRead } from '../ui/json-tree.tsx';
import { TableHead } from '../ui/table-head.tsx';
import { schemaRows } from './schema-rows.ts';

/** A schema in words, with the schema itself below. */
export function SchemaTable({ schema, label }: { schema: unknown; label: string }) {
  const rows = useMemo(() => schemaRows(schema), [schema]);
  if (schema === null || schema === undefined)
    return <p className={classes.note}>Not stated by the service.</p>;
  return (
    <>
      {rows.length === 0 ? (
        <p className={classes.note}>No members could be read from the schema.</p>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label={label} layout="fixed" className={classes.plainTable}>
            <TableHead
              columns={[
                { name: 'Member', w: '27%' },
                { name: 'Type', w: '15%' },
                { name: 'Needed', w: '12%' },
                'What it may hold',
              ]}
            />
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.path}>
                  <Table.Td className={classes.wrap} style={{ paddingLeft: 10 + row.depth * 14 }}>
                    <code>{row.path}</code>
                  </Table.Td>
                  <Table.Td className={classes.wrap}>{row.type}</Table.Td>
                  <Table.Td>{row.required ? 'yes' : 'no'}</Table.Td>
                  <Table.Td className={classes.wrap}>
                    {row.description && <div>{row.description}</div>}
                    {row.rules.length > 0 && <div className={classes.small}>{row.rules.join(' · ')}</div>}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <AsRead heading="The whole schema" value={schema} />
    </>
  );
}
