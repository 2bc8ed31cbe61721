import { Anchor, Button, Checkbox, Modal, Select, Stack, Table, Text } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { splitCodes } from '#shared/award-search/request.ts';
import { routeName } from '#shared/award-search/search-name.ts';
import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { MAX_COLUMNS, MIN_COLUMNS } from '../../addresses/compare-address.ts';
import { EMPTY_ADDRESS, resultsPath } from '../../addresses/results-address.ts';
import { api } from '../../api/api.ts';
import { milesLabel, routeLabel } from '../../records/award-labels.ts';
import { savedSearchesQuery } from '../../records/saved-searches-query.ts';
import { Ago } from '../../ui/ago.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { searchPath } from '../../ui/screen-paths.ts';
import classes from '../compare.module.css';
import { SearchSelect } from '../search-select.tsx';
import { airportsLabel, emptyPairs, firstPairs, missingSearches, pairKey } from './alternative-pairs.ts';

/** What is stored for the other airports of a route's cities; local. */
export const alternativesQuery = (scope: Scope, { origin, destination }: Route) =>
  queryOptions({
    queryKey: ['results', 'alternatives', scope, origin, destination],
    queryFn: () => api.results.alternatives({ scope, origin, destination }),
  });
type Route = { origin: string; destination: string };

type AlternativesProps = {
  /** The initial scope of the first column. */
  first: Scope | null;
  onColumns: (columns: CompareColumn[]) => void;
};

/** The same trip from and to other airports of the same cities, as columns. */
export function Alternatives({ first, onColumns }: AlternativesProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowsSplit2 size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Alternative airports
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title="The same trip, alternative airports"
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
      >
        <ChooseTrip
          first={first}
          onColumns={(columns) => {
            setOpen(false);
            onColumns(columns);
          }}
        />
      </Modal>
    </>
  );
}

function ChooseTrip({ first, onColumns }: AlternativesProps) {
  const searches = useQuery(savedSearchesQuery);
  const [chosen, setChosen] = useState<Scope | null>(first);
  const [route, setRoute] = useState<string | null>(null);
  const newest = searches.data?.[0];
  const scope: Scope | null =
    chosen ?? (newest === undefined ? null : { kind: 'search', searchId: newest.searchId });
  const facets = useQuery({
    queryKey: ['results', 'facets', scope],
    queryFn: () => (scope === null ? null : api.results.facets({ scope })),
    enabled: scope !== null,
  });
  const routes = facets.data?.routes ?? [];
  const [most] = routes;
  const shown = route ?? (most === undefined ? null : `${most.origin} ${most.destination}`);
  const [origin, destination] = shown?.split(' ') ?? [];
  return (
    <Stack gap="sm">
      <SearchSelect
        label="Saved search of the trip"
        searches={searches.data}
        value={scope?.kind === 'search' ? scope.searchId : null}
        onChange={(searchId) => {
          setChosen({ kind: 'search', searchId });
          setRoute(null);
        }}
      />
      <Select
        label="Route"
        data={routes.map((each) => ({
          value: `${each.origin} ${each.destination}`,
          label: `${routeLabel(each)} (${plural(each.count, 'record')})`,
        }))}
        value={shown}
        onChange={setRoute}
        allowDeselect={false}
        searchable
      />
      {facets.isLoadingError && <FailureNotice error={facets.error} onRetry={() => void facets.refetch()} />}
      {scope !== null && origin !== undefined && destination !== undefined && (
        <Pairs
          key={`${JSON.stringify(scope)} ${origin} ${destination}`}
          scope={scope}
          origin={origin}
          destination={destination}
          onColumns={onColumns}
        />
      )}
    </Stack>
  );
}

type PairsProps = {
  scope: Scope;
  origin: string;
  destination: string;
  onColumns: (columns: CompareColumn[]) => void;
};

function Pairs({ scope, origin, destination, onColumns }: PairsProps) {
  const found = useQuery(alternativesQuery(scope, { origin, destination }));
  const [unticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  if (found.isLoadingError) {
    return (
      <FailureNotice
        error={found.error}
        title="The airports near these could not be found"
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.data === undefined) return <LoadingState words="Looking for airports nearby…" />;
  const withRecords = found.data.pairs.filter((pair) => pair.records > 0);
  const missing = missingSearches(found.data);
  const [only] = missing;
  const empty = emptyPairs(found.data.pairs);
  const { filter } = found.data;
  const ticked = unticked ?? new Set(firstPairs(found.data.pairs).map(pairKey));
  const columns = withRecords.filter((pair) => ticked.has(pairKey(pair)));
  const tick = (key: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(key);
    else next.delete(key);
    setTicked(next);
  };
  return (
    <>
      <Text size="sm">
        {airportsLabel('From', found.data.origins)} {airportsLabel('To', found.data.destinations)}
      </Text>
      {withRecords.length > 0 && (
        <Table aria-label="Airport pairs saved" className={classes.pairs}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Airports</Table.Th>
              <Table.Th>Records</Table.Th>
              <Table.Th>Cheapest miles</Table.Th>
              <Table.Th>Seen</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {withRecords.map((pair) => {
              const isTicked = ticked.has(pairKey(pair));
              return (
                <Table.Tr key={pairKey(pair)}>
                  <Table.Td>
                    <Checkbox
                      label={routeLabel(pair)}
                      checked={isTicked}
                      disabled={!isTicked && columns.length >= MAX_COLUMNS}
                      onChange={(event) => tick(pairKey(pair), event.currentTarget.checked)}
                    />
                  </Table.Td>
                  <Table.Td>{formatNumber(pair.records)}</Table.Td>
                  <Table.Td>
                    {pair.withSpace === 0 ? (
                      'no award space'
                    ) : (
                      <Anchor
                        component={Link}
                        inherit
                        href={resultsPath({
                          ...EMPTY_ADDRESS,
                          scope: pair.scope,
                          filter: { ...filter, available: true },
                          sort: [{ by: 'miles', descending: false }],
                        })}
                      >
                        {milesLabel(pair.cheapest)}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td>{pair.newestAt !== null && <Ago at={pair.newestAt} as="age" />}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
      {withRecords.length < MIN_COLUMNS && (
        <Text size="sm">
          {withRecords.length === 0
            ? 'Nothing is saved for any of these airport pairs.'
            : `Only ${withRecords.map(routeLabel).join()} is saved: there is nothing to compare it with yet.`}
        </Text>
      )}
      {empty.length > 0 && (
        <Text size="sm">Searched already, without results: {empty.map(routeLabel).join(', ')}.</Text>
      )}
      <DialogButtons
        more={
          only !== undefined &&
          missing.length === 1 && (
            <Anchor component={Link} href={searchPath(only.request)} size="sm">
              Search the {plural(only.pairs, 'pair')} not saved
            </Anchor>
          )
        }
      >
        <Button
          disabled={columns.length < MIN_COLUMNS}
          onClick={() => onColumns(columns.map((pair) => ({ scope: pair.scope, filter })))}
        >
          Compare {plural(columns.length, 'airport pair')}
        </Button>
      </DialogButtons>
      {missing.length > 1 && <MissingSearches searches={missing} />}
    </>
  );
}

/** No single search requests exactly what is missing; several do, and buy nothing again. */
function MissingSearches({ searches }: { searches: ReturnType<typeof missingSearches> }) {
  const pairs = searches.reduce((sum, search) => sum + search.pairs, 0);
  return (
    <section aria-label="Pairs not saved">
      <Text size="sm">
        {plural(pairs, 'pair')} not saved yet. These {formatNumber(searches.length)} searches cover them:
      </Text>
      <ul className={classes.missing}>
        {searches.map(({ pairs: requested, request }) => (
          <li key={`${request.origin_airport} ${request.destination_airport}`}>
            <Anchor component={Link} href={searchPath(request)} size="sm">
              Search {routeName(splitCodes(request.origin_airport), splitCodes(request.destination_airport))}{' '}
              ({plural(requested, 'pair')})
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
