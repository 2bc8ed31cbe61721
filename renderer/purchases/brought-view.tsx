import { Button, Table, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AllBrought } from '#shared/contract/insights.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { MIN_REFRESHES } from '#shared/insights/brought.ts';
import { purchasesAddress } from '../addresses/purchases-address.ts';
import { api } from '../api/api.ts';
import { Moneys } from '../money/money.tsx';
import { SearchTitle } from '../records/search-title.tsx';
import { NoSearches, SearchesElsewhere } from '../records/stored-searches.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { scopePath } from '../ui/screen-paths.ts';
import classes from './purchases.module.css';

/** What award searches brought for their cost, by Tool and by saved search. */
export function BroughtView() {
  const brought = useQuery({ queryKey: ['results', 'brought'], queryFn: () => api.insights.brought() });
  if (brought.isLoadingError)
    return <NotRead of={brought} title="What the searches brought could not be read" />;
  if (!brought.data) return <LoadingState />;
  const { tools, searches } = brought.data;
  if (searches.length === 0)
    return (
      <NoSearches
        title="No search has brought anything yet"
        icon={IconScale}
        words="Each run of a search is counted here, with what it cost and what it found."
      />
    );
  return (
    <>
      <Text c="dimmed" mb="md" maw={760}>
        A new record was in no run before. A change is a record that a refresh proves to differ from the run
        before. The cost of a change counts refreshes alone, from {MIN_REFRESHES} on, and is rounded up.
      </Text>
      <Lines
        name="By Tool"
        heading="Tool"
        lines={tools.map((line) => ({
          ...line,
          key: line.toolId,
          // Its purchases, which these figures are counted from.
          label: <PageLink href={purchasesAddress.path({ toolId: line.toolId })}>{line.title}</PageLink>,
        }))}
      />
      <Lines
        name="By saved search"
        heading="Search"
        lines={searches.map((line) => ({
          ...line,
          key: String(line.searchId),
          label: (
            <PageLink href={scopePath({ kind: 'search', searchId: line.searchId })}>
              <SearchTitle title={line.title} />
            </PageLink>
          ),
        }))}
      />
      <SearchesElsewhere />
    </>
  );
}

type Line = Omit<AllBrought['tools'][number], 'toolId' | 'title'> & { key: string; label: ReactNode };

const COLUMNS: readonly { name: string; cell: (line: Line) => ReactNode }[] = [
  { name: 'Paid', cell: ({ paid }) => <Moneys amounts={paid} /> },
  { name: 'Runs', cell: ({ runs }) => formatNumber(runs) },
  { name: 'New records', cell: ({ newRecords }) => formatNumber(newRecords) },
  { name: 'Changes', cell: ({ changes }) => formatNumber(changes) },
  { name: 'Nothing new', cell: nothingNewLabel },
  { name: 'Broken', cell: ({ broken }) => formatNumber(broken) },
  { name: 'Per change', cell: (line) => <PerChange line={line} /> },
];

/** Lines shown before the user requests all. */
const FIRST = 50;

function nothingNewLabel({ nothingNew, refreshes }: Line): string {
  return refreshes === 0
    ? 'no refresh'
    : `${formatNumber(nothingNew)} of ${plural(refreshes, 'refresh', 'refreshes')}`;
}

function PerChange({ line: { perChange, refreshes, changes } }: { line: Line }) {
  if (perChange !== null) return <Moneys amounts={perChange} />;
  return (
    <span className={classes.small}>
      {refreshes < MIN_REFRESHES ? 'too few to say' : changes === 0 ? 'no change' : 'cost not known'}
    </span>
  );
}

function Lines({ name, heading, lines }: { name: string; heading: string; lines: readonly Line[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, FIRST);
  return (
    <section className={classes.totalsPart}>
      <Text component="h2" fw={600} mb={4}>
        {name}
      </Text>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label={`Brought ${name.toLowerCase()}`} className={classes.table} verticalSpacing={5}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{heading}</Table.Th>
              {COLUMNS.map((column) => (
                <Table.Th key={column.name} className={classes.amount}>
                  {column.name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((line) => (
              <Table.Tr key={line.key}>
                <Table.Td>{line.label}</Table.Td>
                {COLUMNS.map((column) => (
                  <Table.Td key={column.name} className={classes.amount}>
                    {column.cell(line)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown.length < lines.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          Show all {formatNumber(lines.length)}
        </Button>
      )}
    </section>
  );
}
