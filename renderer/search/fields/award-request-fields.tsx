import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { CABINS, TAKE_MAX, TAKE_MIN } from '#shared/award-search/request.ts';
import { localDay } from '#shared/dates.ts';
import { useNow } from '../../ui/now.ts';
import { changeForm, readForm } from '../form-store.ts';
import classes from '../search.module.css';
import type { SearchForm } from '../search-form.ts';
import { AirportsField } from './airports-field.tsx';
import { CarriersField } from './carriers-field.tsx';
import { DateChoices } from './date-choices.tsx';
import { DateField } from './date-field.tsx';
import { pastLabel } from './date-ranges.ts';

const CABIN_CHOICES = [
  { value: '', label: 'Not stated' },
  ...CABINS.map((cabin) => ({ value: cabin, label: `${cabin[0]?.toUpperCase()}${cabin.slice(1)}` })),
];

const ORDER_CHOICES = [
  { value: '', label: 'Date' },
  { value: 'lowest_mileage', label: 'Lowest mileage' },
];

type AwardRequestFieldsProps = {
  form: SearchForm;
  /** What is wrong in a field, once it is to be told. */
  problem: (field: keyof SearchForm) => string | undefined;
  /** What to do when a field is left. */
  leave: (field: keyof SearchForm) => () => void;
};

/** A field for every member of the request (§2.1), each with its problem beside it. */
export function AwardRequestFields({ form, problem, leave }: AwardRequestFieldsProps) {
  const past = pastLabel(form.earliest, form.latest, localDay(useNow()));
  return (
    <>
      <div className={classes.route}>
        <AirportsField
          label="Origins"
          codes={form.origins}
          error={problem('origins')}
          onChange={(change) => changeForm({ origins: change(readForm().origins) })}
          onLeave={leave('origins')}
        />
        <ActionIcon
          className={classes.swap}
          variant="default"
          size={36}
          aria-label="Swap directions"
          title="Swap directions"
          onClick={() => changeForm({ origins: form.destinations, destinations: form.origins })}
        >
          <IconArrowsExchange size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <AirportsField
          label="Destinations"
          codes={form.destinations}
          error={problem('destinations')}
          onChange={(change) => changeForm({ destinations: change(readForm().destinations) })}
          onLeave={leave('destinations')}
        />
      </div>
      <div className={classes.row}>
        <DateField
          label="Earliest departure"
          pickLabel="Pick the first day"
          value={form.earliest}
          near={form.latest}
          error={problem('earliest')}
          onChange={(earliest) => changeForm({ earliest })}
          onLeave={leave('earliest')}
        />
        <DateField
          label="Latest departure"
          pickLabel="Pick the last day"
          value={form.latest}
          near={form.earliest}
          error={problem('latest')}
          onChange={(latest) => changeForm({ latest })}
          onLeave={leave('latest')}
        />
        <NativeSelect
          label="Cabin"
          data={CABIN_CHOICES}
          value={form.cabin}
          error={problem('cabin')}
          onChange={(event) => {
            const chosenCabin = event.currentTarget.value;
            changeForm({ cabin: CABINS.find((cabin) => cabin === chosenCabin) ?? '' });
          }}
        />
      </div>
      <DateChoices earliest={form.earliest} latest={form.latest} onRange={changeForm} />
      {past !== null && (
        <p className={classes.note} role="note">
          {past}
        </p>
      )}
      <div className={classes.row}>
        <CarriersField
          codes={form.carriers}
          error={problem('carriers')}
          onChange={(change) => changeForm({ carriers: change(readForm().carriers) })}
          onLeave={leave('carriers')}
        />
        <NativeSelect
          label="Order"
          data={ORDER_CHOICES}
          value={form.order}
          error={problem('order')}
          onChange={(event) =>
            changeForm({ order: event.currentTarget.value === 'lowest_mileage' ? 'lowest_mileage' : '' })
          }
        />
        <TextInput
          label="Results per page"
          placeholder={`Empty, or ${TAKE_MIN} to ${TAKE_MAX}`}
          inputMode="numeric"
          autoComplete="off"
          value={form.take}
          error={problem('take')}
          onChange={(event) => changeForm({ take: event.currentTarget.value })}
          onBlur={leave('take')}
        />
      </div>
      <div className={classes.checks}>
        <Checkbox
          label="Direct flights only"
          checked={form.directOnly}
          onChange={(event) => changeForm({ directOnly: event.currentTarget.checked })}
        />
        <Checkbox
          label="Include trip details"
          checked={form.includeTrips}
          onChange={(event) => changeForm({ includeTrips: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
