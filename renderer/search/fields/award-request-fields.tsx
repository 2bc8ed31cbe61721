import { ActionIcon, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { CABINS, TAKE_MAX, TAKE_MIN } from '#shared/award-search/request.ts';
import { dateRemarks, routeRemark } from '#shared/award-search/request-remarks.ts';
import { localDay } from '#shared/dates.ts';
import { AirportsField } from '../../places/airports-field.tsx';
import { Travellers } from '../../records/wallet/travellers.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { useNow } from '../../ui/now.ts';
import { changeFilling, changeForm, readForm, useFilling } from '../form-store.ts';
import classes from '../search.module.css';
import { requestOf, type SearchForm } from '../search-form.ts';
import { CarriersField } from './carriers-field.tsx';
import { DateChoices } from './date-choices.tsx';

const CABIN_CHOICES = [
  { value: '', label: 'Any cabin' },
  ...CABINS.map((cabin) => ({ value: cabin, label: `${cabin[0]?.toUpperCase()}${cabin.slice(1)}` })),
];

const ORDER_CHOICES = [
  { value: '', label: 'Date' },
  { value: 'lowest_mileage', label: 'Lowest mileage' },
];

type AwardRequestFieldsProps = {
  form: SearchForm;
  /** What is wrong in a field, once it is to be shown. */
  problem: (field: keyof SearchForm) => string | undefined;
  /** Called when a field is left. */
  leave: (field: keyof SearchForm) => () => void;
  /** How a field reports whether a name typed in it is still being looked up. */
  onPending: (field: CodesOfForm) => (isPending: boolean) => void;
};

type CodesOfForm = 'origins' | 'destinations' | 'carriers';

/** A field for every member of the request (§2.1), each with its problem beside it. */
export function AwardRequestFields({ form, problem, leave, onPending }: AwardRequestFieldsProps) {
  const request = requestOf(form);
  const dates = dateRemarks(request, localDay(useNow()));
  const route = routeRemark(request);
  const filling = useFilling();
  const codes = (field: CodesOfForm) => ({
    codes: form[field],
    error: problem(field),
    onChange: (change: (codes: readonly string[]) => string[]) =>
      changeFilling(filling, () => ({ [field]: change(readForm()[field]) })),
    onLeave: leave(field),
    onPending: onPending(field),
  });
  return (
    <>
      <div className={classes.route}>
        <AirportsField key={`origins ${filling}`} label="Origins" way="from" {...codes('origins')} />
        <ActionIcon
          mt={24}
          variant="default"
          size={36}
          aria-label="Swap directions"
          title="Swap directions"
          onClick={() => changeForm({ origins: form.destinations, destinations: form.origins })}
        >
          <IconArrowsExchange size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <AirportsField
          key={`destinations ${filling}`}
          label="Destinations"
          way="to"
          {...codes('destinations')}
        />
      </div>
      {route !== null && (
        <Text fz={13} fw={500} c="var(--warn)" role="note">
          {route}
        </Text>
      )}
      <div className={`${classes.row} ${classes.withTravellers}`}>
        <DateField
          key={`earliest ${filling}`}
          label="Earliest departure"
          pickLabel="Pick the first day"
          value={form.earliest}
          near={form.latest}
          error={problem('earliest')}
          remark={dates.start_date}
          onChange={(earliest) => changeForm({ earliest })}
          onLeave={leave('earliest')}
        />
        <DateField
          key={`latest ${filling}`}
          label="Latest departure"
          pickLabel="Pick the last day"
          value={form.latest}
          near={form.earliest}
          error={problem('latest')}
          remark={dates.end_date}
          onChange={(latest) => changeForm({ latest })}
          onLeave={leave('latest')}
        />
        <NativeSelect
          label="Cabin"
          data={CABIN_CHOICES}
          value={form.cabin ?? ''}
          error={problem('cabin')}
          onChange={(event) => {
            const chosenCabin = event.currentTarget.value;
            changeForm({ cabin: CABINS.find((cabin) => cabin === chosenCabin) ?? '' });
          }}
        />
        <Travellers />
      </div>
      <Group justify="space-between" gap="10px 20px">
        <DateChoices earliest={form.earliest} latest={form.latest} onRange={changeForm} />
        <Checkbox
          label="Direct flights only"
          checked={form.directOnly}
          onChange={(event) => changeForm({ directOnly: event.currentTarget.checked })}
        />
      </Group>
      <details className={classes.more} open>
        <summary>More</summary>
        <div className={classes.row}>
          <CarriersField key={`carriers ${filling}`} {...codes('carriers')} />
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
            placeholder={`${TAKE_MIN} to ${TAKE_MAX}`}
            inputMode="numeric"
            value={form.take}
            error={problem('take')}
            onChange={(event) => changeForm({ take: event.currentTarget.value })}
            onBlur={leave('take')}
          />
        </div>
        <Checkbox
          mt="sm"
          label="Include trip details"
          checked={form.includeTrips}
          onChange={(event) => changeForm({ includeTrips: event.currentTarget.checked })}
        />
      </details>
    </>
  );
}
