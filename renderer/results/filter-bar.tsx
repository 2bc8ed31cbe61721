import { Button, Checkbox, Group, NumberInput, Pill, Popover, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilter } from '@tabler/icons-react';
import { memo, useDeferredValue } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { useDraft } from './draft.ts';
import { filterWords } from './filter-words.ts';
import { MoreFilters } from './more-filters.tsx';
import { changedFilter } from './results-address.ts';

export type FilterChange = { [Name in keyof RecordFilter]?: RecordFilter[Name] | undefined };

type FilterBarProps = {
  scope: Scope;
  filter: RecordFilter;
  onFilter: (filter: RecordFilter) => void;
  /** Told what a box would filter by, once the pointer or the focus is on it. */
  onForeseen: (filter: RecordFilter) => void;
};

const MORE: readonly (keyof RecordFilter)[] = [
  'airlines',
  'programmes',
  'weekdays',
  'from',
  'until',
  'seatsNotGiven',
  'flagged',
  'originRegions',
  'destinationRegions',
  'newSince',
  'starred',
  'tags',
];

/** Filters of a scope. Everything typed or ticked here answers at once; the main process does the work. */
export const FilterBar = memo(function FilterBar({ scope, filter, onFilter, onForeseen }: FilterBarProps) {
  const change = (part: FilterChange) => onFilter(changedFilter(filter, part));
  /** A box that shows only what has a property; leaving it shows all again. */
  const box = (name: 'available' | 'direct') => {
    const turned = { [name]: filter[name] === true ? undefined : true };
    const foresee = () => onForeseen(changedFilter(filter, turned));
    return {
      checked: filter[name] === true,
      onChange: () => change(turned),
      onFocus: foresee,
      wrapperProps: { onPointerEnter: foresee },
    };
  };
  const [text, setText] = useDraft(filter.text ?? '', (value) => change({ text: value }));
  const [miles, setMiles] = useDraft<number | string>(filter.milesMax ?? '', (value) =>
    change({ milesMax: typeof value === 'number' ? value : undefined }),
  );
  const [seats, setSeats] = useDraft<number | string>(filter.seatsMin ?? '', (value) =>
    change({
      seatsMin: typeof value === 'number' ? value : undefined,
      // A count that is not given says nothing against the seats: such rows stay unless they are sent away.
      seatsNotGiven: filter.seatsMin === undefined ? true : filter.seatsNotGiven,
    }),
  );
  const more = MORE.filter((name) => filter[name] !== undefined && name !== 'seatsNotGiven').length;

  return (
    <section aria-label="Filters">
      <Group gap="xs" align="center">
        <TextInput
          aria-label="Filter results"
          placeholder="Filter by route, programme, airline"
          leftSection={<IconFilter size={15} aria-hidden />}
          size="xs"
          style={{ flex: '1 1 120px', maxWidth: 340 }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NumberInput
          aria-label="Most miles"
          placeholder="Most miles"
          size="xs"
          w={92}
          hideControls
          min={0}
          max={999_999_999}
          step={5000}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={miles}
          onChange={setMiles}
        />
        <NumberInput
          aria-label="Fewest seats"
          placeholder="Fewest seats"
          size="xs"
          w={100}
          hideControls
          min={1}
          max={99}
          allowDecimal={false}
          allowNegative={false}
          value={seats}
          onChange={setSeats}
        />
        <Checkbox size="xs" label="Award space only" {...box('available')} />
        <Checkbox size="xs" label="Direct only" {...box('direct')} />
        <Popover position="bottom-end" trapFocus returnFocus width={340} shadow="md">
          <Popover.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />}
            >
              {more > 0 ? `More filters (${more})` : 'More filters'}
            </Button>
          </Popover.Target>
          <Popover.Dropdown
            aria-label="More filters"
            style={{ maxHeight: 'min(600px, 65vh)', overflowY: 'auto' }}
          >
            <MoreFilters scope={scope} filter={filter} change={change} />
          </Popover.Dropdown>
        </Popover>
      </Group>
      <FiltersInForce filter={useDeferredValue(filter)} onFilter={onFilter} />
    </section>
  );
});

type FiltersInForceProps = Pick<FilterBarProps, 'filter' | 'onFilter'>;

/** What is filtered by, in words; it follows once the rows stand. */
const FiltersInForce = memo(function FiltersInForce({ filter, onFilter }: FiltersInForceProps) {
  const inForce = filterWords(filter);
  if (inForce.length === 0) return null;
  return (
    <Group gap={6} mt={8} role="group" aria-label="Filters in force">
      {inForce.map(({ id, words, without }) => (
        <Pill
          key={id}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove filter: ${words}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() =>
            onFilter(changedFilter(filter, Object.fromEntries(without.map((name) => [name, undefined]))))
          }
        >
          {words}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => onFilter({})}>
        Clear filters
      </Button>
    </Group>
  );
});
