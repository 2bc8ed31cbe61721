import { Alert, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AwardSearchDrift } from '#shared/award-search/schema-differences.ts';
import { TableHead } from '../ui/table-head.tsx';
import classes from './drift-notice.module.css';

/** Where an award search Tool deviates from the contract: expected and described, side by side. */
export function DriftNotice({ drift, children }: { drift: AwardSearchDrift; children?: ReactNode }) {
  const changed = drift.rows.filter(({ changes }) => changes.length > 0);
  return (
    <Alert
      color="orange"
      mb="md"
      title={
        drift.otherVersion ? 'Another version of the award search' : 'The award search’s input has changed'
      }
    >
      <Text>{drift.words} Its own form fits it.</Text>
      {children}
      {drift.rows.length > 0 && (
        <details className={classes.sides} open={changed.length > 0}>
          <summary>The input as expected and as described</summary>
          <Table.ScrollContainer
            minWidth={560}
            maxHeight={320}
            tabIndex={0}
            role="region"
            aria-label="Differences"
          >
            <Table aria-label="Input as expected and as described" layout="fixed" className={classes.table}>
              <TableHead
                columns={[
                  { name: 'Property', w: '24%' },
                  'Expected',
                  'Described now',
                  { name: 'Difference', w: '20%' },
                ]}
              />
              <Table.Tbody>
                {drift.rows.map((row) => (
                  <Table.Tr key={row.property} data-changed={row.changes.length > 0 || undefined}>
                    <Table.Td>
                      {row.property === '' ? 'the whole input' : <code>{row.property}</code>}
                    </Table.Td>
                    <Table.Td>{row.expected ?? 'not there'}</Table.Td>
                    <Table.Td>{row.described ?? 'not there'}</Table.Td>
                    <Table.Td>{row.changes.join('; ')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </details>
      )}
    </Alert>
  );
}
