import { Anchor, Table } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Ago } from '../components/ago.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Moneys } from '../components/money.tsx';
import { Screen } from '../components/screen.tsx';
import { scopePath } from '../components/screen-paths.ts';
import { OtherOutputs } from '../outputs/other-outputs.tsx';
import { formatNumber, plural } from './award-words.ts';
import classes from './results.module.css';
import { savedSearchesQuery } from './saved-searches-query.ts';

/** Every search that was ever asked, the newest first; opening one reads it from this machine at once. */
export function SavedSearches() {
  const searches = useQuery(savedSearchesQuery);
  return (
    <Screen
      title="Results"
      aside={searches.data && searches.data.length > 0 && <SearchCount count={searches.data.length} />}
    >
      {searches.isError ? (
        <FailureNotice
          error={searches.error}
          title="The saved searches could not be read"
          onRetry={() => void searches.refetch()}
        />
      ) : searches.data === undefined ? (
        <LoadingState words="Reading saved searches…" />
      ) : searches.data.length === 0 ? (
        <EmptyState
          title="Nothing saved yet"
          icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
          action={
            <Anchor component={Link} href="/" size="sm">
              Go to Search
            </Anchor>
          }
        >
          Every search that you run is kept here with all its records, and opens at once, with or without a
          network.
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={680} type="native">
          <Table aria-label="Saved searches" highlightOnHover verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Search</Table.Th>
                <Table.Th>Last asked</Table.Th>
                <Table.Th ta="right">Records</Table.Th>
                <Table.Th ta="right">Cheapest miles</Table.Th>
                <Table.Th ta="right">Cost so far</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {searches.data.map((search) => (
                <Table.Tr key={search.searchId}>
                  <Table.Td className={classes.wrap}>
                    <Anchor
                      component={Link}
                      href={scopePath({ kind: 'search', searchId: search.searchId })}
                      inherit
                      fw={500}
                    >
                      {search.title}
                    </Anchor>
                    <div className={classes.small}>asked {plural(search.runs, 'time')}</div>
                  </Table.Td>
                  <Table.Td>
                    <Ago at={search.lastAskedAt} />
                  </Table.Td>
                  <Table.Td ta="right">{formatNumber(search.records)}</Table.Td>
                  <Table.Td ta="right">
                    {search.cheapest === null ? 'no award space' : formatNumber(search.cheapest)}
                  </Table.Td>
                  <Table.Td ta="right">
                    <Moneys amounts={search.cost} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <OtherOutputs />
    </Screen>
  );
}

const SearchCount = ({ count }: { count: number }) => (
  <span className={classes.small}>
    {plural(count, 'saved search', 'saved searches')}, kept on this machine
  </span>
);
