import { Button, Checkbox, Group, Pill, Popover, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { changedFilter, type FilterChange, USUAL_FILTER } from '../../addresses/results-address.ts';
import { facetsQuery, MoreFilters } from '../../records/more-filters.tsx';
import { MilesField, SeatsField } from '../../records/number-filters.tsx';
import { walletQuery } from '../../records/queries.ts';
import { countMoreFilters, filterLabels } from '../../records/record-filters.ts';
import classes from '../../records/results.module.css';
import { useDraft } from '../../ui/forms/draft.ts';
import { useFocusAfterRemoval } from '../../ui/forms/focus-after-removal.ts';
import { WITHIN_WINDOW } from '../../ui/forms/form-sheet.tsx';

type FilterBarProps = {
  scope: Scope;
  filter: RecordFilter;
  /** The filter of the rows that were painted last. */
  settled: RecordFilter;
  onFilter: (filter: RecordFilter) => void;
};

/**
 * Filters of a scope. Everything typed or ticked here applies at once; the main process does the work. A field is
 * rendered again when its own part of the filter changes; the summary of all filters follows the rows.
 */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { scope, filter, settled } = props;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const change = useCallback((part: FilterChange) => {
    const { filter, onFilter } = latest.current;
    onFilter(changedFilter(filter, part));
  }, []);
  const changeSeats = useCallback((seatsMin: number | undefined) => change({ seatsMin }), [change]);
  const changeMiles = useCallback((milesMax: number | undefined) => change({ milesMax }), [change]);
  const [moreOpened, setMoreOpened] = useState(false);
  return (
    <section aria-label="Filters" className={classes.filters}>
      <WordsField value={filter.text ?? ''} onChange={change} />
      <MilesField width={116} value={filter.milesMax} onChange={changeMiles} />
      <SeatsField width={88} value={filter.seatsMin} onChange={changeSeats} />
      <div className={classes.boxes} data-stop>
        <Box
          name="available"
          short="Space"
          label="Award space only"
          checked={filter.available === true}
          onTurn={change}
        />
        <Box
          name="direct"
          short="Direct"
          label="Direct only"
          checked={filter.direct === true}
          onTurn={change}
        />
        <More
          scope={scope}
          filter={moreOpened ? filter : settled}
          change={change}
          opened={moreOpened}
          onOpened={setMoreOpened}
        />
      </div>
    </section>
  );
});

type WordsFieldProps = {
  value: string;
  onChange: (part: FilterChange) => void;
};

const WordsField = memo(function WordsField({ value, onChange }: WordsFieldProps) {
  const [text, setText] = useDraft(value, (text) => onChange({ text }));
  const field = useRef<HTMLInputElement>(null);
  // The rows out of sight are on no page: the browser's own search would not find them. Pressed again, it opens.
  const find = (event: KeyboardEvent) => {
    if (document.activeElement === field.current) return;
    event.preventDefault();
    field.current?.select();
  };
  useHotkeys([['mod+F', find, { preventDefault: false }]], []);
  return (
    <TextInput
      ref={field}
      aria-label="Filter results"
      placeholder="London or United"
      title="Filter by place, programme, airline, alliance or day"
      leftSection={<IconFilter size={15} aria-hidden />}
      size="xs"
      style={{ flex: '1 1 84px', minWidth: 84, maxWidth: 300 }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
});

type BoxProps = {
  name: 'available' | 'direct';
  /** On the screen, where the bar has no space for the full name. */
  short: string;
  label: string;
  checked: boolean;
  onTurn: (part: FilterChange) => void;
};

/** A filter that is on or off. */
const Box = memo(function Box({ name, short, label, checked, onTurn }: BoxProps) {
  return (
    <Checkbox
      size="xs"
      label={short}
      aria-label={label}
      title={label}
      checked={checked}
      onChange={() => onTurn({ [name]: checked ? undefined : true })}
    />
  );
});

type MoreProps = {
  scope: Scope;
  filter: RecordFilter;
  change: (part: FilterChange) => void;
  opened: boolean;
  onOpened: (opened: boolean) => void;
};

const More = memo(function More({ scope, filter, change, opened, onOpened }: MoreProps) {
  const more = countMoreFilters(filter, { usual: USUAL_FILTER });
  return (
    <Popover
      trapFocus
      returnFocus
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      closeOnEscape={false}
      width={340}
      shadow="md"
      middlewares={WITHIN_WINDOW}
    >
      <Popover.Target>
        <Button
          size="xs"
          px={8}
          aria-label={more > 0 ? `More filters: ${more}` : 'More filters'}
          title="More filters"
          onClick={() => onOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          {more > 0 && (
            <Text span inherit ml={4}>
              {more}
            </Text>
          )}
        </Button>
      </Popover.Target>
      {/* Escape first closes an open list or calendar, then this. */}
      <Popover.Dropdown
        aria-label="More filters"
        style={{ overflowY: 'auto' }}
        onKeyDown={({ key, target }) => {
          const isOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
          if (key === 'Escape' && !isOpen) onOpened(false);
        }}
      >
        <MoreFilters scope={scope} filter={filter} change={change} />
      </Popover.Dropdown>
    </Popover>
  );
});

/** The filters in words. */
export const FiltersInForce = memo(function FiltersInForce({
  scope,
  filter,
  onFilter,
  within,
}: Pick<FilterBarProps, 'scope' | 'filter' | 'onFilter'> & {
  /** Contains the filter bar and these, for the focus when the last is removed. */
  within: RefObject<HTMLElement | null>;
}) {
  const removing = useFocusAfterRemoval(
    within,
    '[aria-label^="Remove filter:"]',
    '[aria-label="Filter results"]',
  );
  const facets = useQuery({ ...facetsQuery(scope), enabled: filter.sources !== undefined });
  const { data: wallet } = useQuery(walletQuery);
  // One traveller has a seat wherever there is award space.
  const isAlone = (wallet?.travellers ?? 1) === 1;
  const inForce = filterLabels(filter, { sources: facets.data?.sources, usual: USUAL_FILTER }).filter(
    ({ id }) => !isAlone || id !== 'enoughSeats',
  );
  if (inForce.length === 0) return null;
  return (
    <Group gap={6} mt={8} role="group" aria-label="Filters in force">
      {inForce.map(({ id, words, members }, place) => (
        <Pill
          key={id}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove filter: ${words}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => {
            removing(place);
            onFilter(
              changedFilter(filter, Object.fromEntries(members.map((name) => [name, USUAL_FILTER[name]]))),
            );
          }}
        >
          {words}
        </Pill>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          removing(0);
          onFilter(USUAL_FILTER);
        }}
      >
        Clear filters
      </Button>
    </Group>
  );
});
