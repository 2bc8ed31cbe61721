import { Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SavedSearch } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { savedSearchesQuery } from '../../records/saved-searches-query.ts';
import { SearchesUnread } from '../../records/stored-searches.tsx';
import { ColumnFilter } from '../columns/column-filter.tsx';
import { ChosenScope } from '../columns/column-picker.tsx';
import { CommonFilter } from '../columns/common-filter.tsx';
import classes from '../compare.module.css';
import type { CompareViewProps } from '../compare-view.ts';
import { SearchSelect } from '../search-select.tsx';
import { WorthFields } from '../worth/worth-fields.tsx';
import { NightsFields } from './nights-fields.tsx';
import { reverseOf } from './reverse-search.ts';

type RoundTripFieldsProps = CompareViewProps & {
  saved: MileValues;
  currency: string;
  programmes: readonly string[];
};

/** The two legs, the nights between them, and the filters of pairs. */
export function RoundTripFields({ address, change, saved, currency, programmes }: RoundTripFieldsProps) {
  const searches = useQuery(savedSearchesQuery);
  if (searches.isLoadingError) return <SearchesUnread searches={searches} />;
  const all = searches.data ?? [];
  const { outbound, back, nightsMin, nightsMax } = address;
  const way = (searchId: number): CompareColumn => ({ scope: { kind: 'search', searchId }, filter: {} });
  const suggested = suggestionFor(outbound, back, all);
  return (
    <section aria-label="The trip" className={classes.picker}>
      <div className={classes.chosen}>
        <Way
          name="Outbound"
          column={outbound}
          searches={searches.data}
          onColumn={(column) => {
            const search = all.find(
              ({ searchId }) => column.scope.kind === 'search' && searchId === column.scope.searchId,
            );
            const reverse = back === null && search ? reverseOf(search, all) : null;
            change({ outbound: column, ...(reverse && { back: way(reverse.searchId) }) });
          }}
        />
        <Way
          name="Return"
          column={back}
          searches={searches.data}
          onColumn={(column) => change({ back: column })}
        />
      </div>
      {suggested !== null && (
        <Group gap="xs">
          <Button variant="light" size="compact-sm" onClick={() => change({ back: way(suggested.searchId) })}>
            Use the way back: {suggested.title}
          </Button>
        </Group>
      )}
      <Group gap="md" align="flex-end">
        <NightsFields nightsMin={nightsMin} nightsMax={nightsMax} change={change} />
        <Select
          label="Order"
          size="xs"
          w={200}
          allowDeselect={false}
          data={[
            { value: 'miles', label: 'Fewest miles' },
            {
              value: 'value',
              label: 'Worth least to you',
              disabled: saved.values.length === 0,
            },
          ]}
          value={address.byValue && saved.values.length > 0 ? 'value' : 'miles'}
          onChange={(value) => change({ byValue: value === 'value' })}
        />
        <Checkbox
          className={classes.onLine}
          label="Same programme both ways"
          checked={address.sameProgramme}
          onChange={(event) => change({ sameProgramme: event.currentTarget.checked })}
        />
      </Group>
      <Group gap="md" align="flex-end">
        <CommonFilter address={address} change={change} />
        <WorthFields
          label="Cash fare both ways"
          typed={{ fare: address.returnFare, taxes: address.returnTaxes, forAll: address.fareForAll }}
          currency={currency}
          saved={saved}
          programmes={programmes}
          onTyped={({ fare, taxes, forAll }) =>
            change({ returnFare: fare, returnTaxes: taxes, fareForAll: forAll })
          }
        />
      </Group>
    </section>
  );
}

type WayProps = {
  name: 'Outbound' | 'Return';
  column: CompareColumn | null;
  searches: readonly SavedSearch[] | undefined;
  onColumn: (column: CompareColumn) => void;
};

function Way({ name, column, searches, onColumn }: WayProps) {
  return (
    <fieldset className={classes.way}>
      <legend>{name}</legend>
      <SearchSelect
        label={`${name} search`}
        searches={searches}
        value={column?.scope.kind === 'search' ? column.scope.searchId : null}
        onChange={(searchId) => onColumn({ scope: { kind: 'search', searchId }, filter: {} })}
      />
      {column !== null && (
        <ChosenScope
          scope={column.scope}
          searches={searches ?? []}
          titled={column.scope.kind === 'matching'}
          onScope={(scope) => onColumn({ ...column, scope })}
        >
          <ColumnFilter
            column={column}
            of={name === 'Outbound' ? 'the outbound' : 'the return'}
            onFilter={(filter) => onColumn({ ...column, filter })}
          />
        </ChosenScope>
      )}
    </fieldset>
  );
}

/** A return search for the outbound one, where another or none was chosen. */
function suggestionFor(
  outbound: CompareColumn | null,
  back: CompareColumn | null,
  searches: readonly SavedSearch[],
): SavedSearch | null {
  if (outbound?.scope.kind !== 'search') return null;
  const { searchId } = outbound.scope;
  const search = searches.find((each) => each.searchId === searchId);
  const reverse = search ? reverseOf(search, searches) : null;
  const isChosen = back?.scope.kind === 'search' && back.scope.searchId === reverse?.searchId;
  return isChosen ? null : reverse;
}
