import { Checkbox, Group, Table, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { plural } from '../results/award-words.ts';
import { dayTitle } from '../results/calendar-days.ts';
import classes from './compare.module.css';
import { type Comparison, dayCells } from './comparison-rows.ts';
import { Best } from './comparison-table.tsx';

/** Days drawn at first, and with each further step. */
const STEP = 124;

/** One calendar for all columns: cheapest miles per day, days without space and days not seen told apart. */
export function DayTable({ comparison, titles }: { comparison: Comparison; titles: readonly string[] }) {
  const [openOnly, setOpenOnly] = useState(false);
  const [shown, setShown] = useState(STEP);
  const days = useMemo(
    () =>
      comparison.days.filter(({ cells }) => !openOnly || cells.some((cell) => cell && cell.withSpace > 0)),
    [comparison.days, openOnly],
  );
  if (comparison.days.length === 0) return null;
  return (
    <section>
      <Group justify="space-between" mt="xl" mb="xs">
        <Title order={2} size="h5">
          Day by day
        </Title>
        <Checkbox
          size="xs"
          label="Only days with award space"
          checked={openOnly}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
      </Group>
      <Table.ScrollContainer minWidth={160 + comparison.columns.length * 150} type="native">
        <Table aria-label="Cheapest miles day by day" layout="fixed" className={classes.days}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={170}>Day</Table.Th>
              {titles.map((title, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same search may stand in two columns.
                <Table.Th key={index} scope="col" className={classes.cut} title={title}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.slice(0, shown).map(({ date, cells }) => (
              <Table.Tr key={date}>
                <Table.Th scope="row">{dayTitle(date)}</Table.Th>
                {dayCells(cells).map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column.
                  <Table.Td key={index} data-kind={cell.kind} data-best={cell.best || undefined}>
                    {cell.words}
                    {cell.best && <Best reason="fewest miles of the day" />}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {days.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown(shown + STEP)}>
          Show more days ({plural(days.length - shown, 'more day')})
        </button>
      )}
    </section>
  );
}
