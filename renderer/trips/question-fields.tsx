import { Button, Checkbox, Fieldset, Group, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CABINS } from '#shared/award-search/request.ts';
import { plural } from '#shared/formats.ts';
import { LEGS_MAX } from '#shared/planning/question.ts';
import { AirportsField } from '../places/airports-field.tsx';
import { cabinLabel } from '../records/award-labels.ts';
import { walletQuery } from '../records/queries.ts';
import { DateField } from '../ui/forms/date-field.tsx';
import classes from './trips.module.css';
import {
  ADULTS,
  CHILDREN,
  inShape,
  legsShown,
  SHAPES,
  type Shape,
  type TripProblems,
  type TypedTrip,
  withLeg,
  withoutLeg,
} from './typed-trip.ts';

const SHAPE_LABELS: Readonly<Record<Shape, string>> = {
  return: 'There and back',
  one_way: 'One way',
  open_jaw: 'Back from another place',
  several: 'Several cities',
  none: 'No flights: a board alone',
};

const STOPS = [
  { value: '', label: 'Any number of stops' },
  { value: '0', label: 'Direct only' },
  { value: '1', label: 'At most 1 stop' },
  { value: '2', label: 'At most 2 stops' },
  { value: '3', label: 'At most 3 stops' },
];

const HOPS = [0, 50, 100, 150, 200, 250, 300].map((km) => ({
  value: String(km),
  label: km === 0 ? 'Same airport' : `Up to ${km} km`,
}));

type FieldsProps = {
  trip: TypedTrip;
  problems: TripProblems;
  /** Changes the form as it is at that moment: a name may be resolved after other changes. */
  onChange: (change: (trip: TypedTrip) => TypedTrip) => void;
};

type QuestionFieldsProps = FieldsProps & {
  /** How a field reports whether a name typed in it is still being looked up. */
  onPending: (field: string) => (isPending: boolean) => void;
};

/** Who, where, when, how, with what and how much. */
export function QuestionFields({ trip, problems, onChange, onPending }: QuestionFieldsProps) {
  const set = (part: Partial<TypedTrip>) => onChange((now) => ({ ...now, ...part }));
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label="Shape"
          data={SHAPES.map((value) => ({ value, label: SHAPE_LABELS[value] }))}
          value={trip.shape}
          onChange={({ currentTarget }) => {
            const shape = SHAPES.find((each) => each === currentTarget.value);
            if (shape !== undefined) onChange((now) => inShape(now, shape));
          }}
        />
        {trip.shape !== 'none' && (
          <>
            <NativeSelect
              label="Adults"
              data={ADULTS.map((count) => ({ value: String(count), label: plural(count, 'adult') }))}
              value={String(trip.adults)}
              error={problems.adults}
              onChange={(event) => set({ adults: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label="Children"
              data={CHILDREN.map((count) => ({
                value: String(count),
                label: count === 0 ? 'No children' : plural(count, 'child', 'children'),
              }))}
              value={String(trip.children)}
              error={problems.children}
              onChange={(event) => set({ children: Number(event.currentTarget.value) })}
            />
          </>
        )}
      </Group>
      {trip.shape !== 'none' && (
        <>
          <Legs {...{ trip, problems, onChange, onPending }} />
          <Group grow align="flex-start">
            <DateField
              label="Earliest departure"
              pickLabel="Pick the first day"
              value={trip.earliest}
              near={trip.latest}
              error={problems.earliest}
              onChange={(earliest) => set({ earliest })}
            />
            <DateField
              label="Latest departure"
              pickLabel="Pick the last day"
              value={trip.latest}
              near={trip.earliest}
              error={problems.latest}
              onChange={(latest) => set({ latest })}
            />
            {trip.shape === 'return' && <NightsField place={1} {...{ trip, problems, onChange }} />}
          </Group>
          <Group grow align="flex-start">
            <MultiSelect
              label="Cabins"
              description="The one you like best first"
              data={CABINS.map((value) => ({ value, label: cabinLabel(value) }))}
              value={[...trip.cabins]}
              error={problems.cabins}
              onChange={(chosen) =>
                set({ cabins: chosen.flatMap((each) => CABINS.find((cabin) => cabin === each) ?? []) })
              }
            />
            <NativeSelect
              label="Stops"
              description="Of each flight"
              data={STOPS}
              value={trip.stops}
              onChange={(event) => set({ stops: event.currentTarget.value })}
            />
          </Group>
          <Budget {...{ trip, problems, onChange }} />
        </>
      )}
    </>
  );
}

function Legs({ trip, problems, onChange, onPending }: QuestionFieldsProps) {
  const shown = legsShown(trip);
  return Array.from({ length: shown }, (_, place) => {
    const ends = (way: 'from' | 'to') => {
      const end = way === 'from' ? 'origins' : 'destinations';
      return (
        <AirportsField
          label={endLabel(way, place)}
          way={way}
          codes={trip.legs[place]?.[end] ?? []}
          error={problems[`${end} ${place}`]}
          onChange={(change) =>
            onChange((now) => withLeg(now, place, { [end]: change(now.legs[place]?.[end] ?? []) }))
          }
          onLeave={() => {}}
          onPending={onPending(`${end} ${place}`)}
        />
      );
    };
    return (
      <Fieldset
        // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
        key={place}
        legend={shown === 1 ? 'Flight' : `Flight ${place + 1}`}
        className={classes.leg ?? ''}
      >
        <div className={classes.ends}>
          {ends('from')}
          {ends('to')}
        </div>
        {place > 0 && (
          <Group align="flex-end" gap="md">
            <NightsField {...{ place, trip, problems, onChange }} />
            <Checkbox
              pb={8}
              label="I get to its airport on my own, however far"
              checked={trip.legs[place]?.ownWay ?? false}
              onChange={({ currentTarget }) => {
                const ownWay = currentTarget.checked;
                onChange((now) => withLeg(now, place, { ownWay }));
              }}
            />
            {trip.shape === 'several' && shown > 2 && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                leftSection={<IconX size={14} aria-hidden />}
                aria-label={`Remove flight ${place + 1}`}
                onClick={() => onChange((now) => withoutLeg(now, place))}
              >
                Remove
              </Button>
            )}
          </Group>
        )}
        {trip.shape === 'several' && place === shown - 1 && shown < LEGS_MAX && (
          <Button
            size="xs"
            mt="sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange((now) => ({ ...now, several: now.several + 1 }))}
          >
            Add flight
          </Button>
        )}
      </Fieldset>
    );
  });
}

function endLabel(way: 'from' | 'to', place: number): string {
  if (place === 0) return way === 'from' ? 'Origins' : 'Destinations';
  return way === 'from' ? `Origins of flight ${place + 1}` : `Destinations of flight ${place + 1}`;
}

function NightsField({ place, trip, problems, onChange }: FieldsProps & { place: number }) {
  return (
    <TextInput
      label={place === 1 ? 'Nights' : `Nights before flight ${place + 1}`}
      placeholder="10 to 16"
      value={trip.legs[place]?.nights ?? ''}
      error={problems[`nights ${place}`]}
      onChange={({ currentTarget }) => {
        const nights = currentTarget.value;
        onChange((now) => withLeg(now, place, { nights }));
      }}
    />
  );
}

/** With whose points, and the most that it may cost, in miles and in searching. */
function Budget({ trip, problems, onChange }: FieldsProps) {
  const { data: wallet } = useQuery(walletQuery);
  const set = (part: Partial<TypedTrip>) => onChange((now) => ({ ...now, ...part }));
  const owners = [...new Set([...(wallet?.balances ?? []).map(({ owner }) => owner), ...trip.owners])];
  // It opens for a problem, and stays open under the hands that mend it.
  const [isOpen, setIsOpen] = useState(false);
  const hasProblem = ['milesMax', 'perDay', 'inAll'].some((field) => problems[field] !== undefined);
  return (
    <details
      className={classes.more}
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>More</summary>
      <Group grow align="flex-start" mt="xs">
        <NativeSelect
          label="Change of airport"
          description="Between two flights, or at home"
          data={HOPS}
          value={String(trip.hopKm)}
          onChange={(event) => set({ hopKm: Number(event.currentTarget.value) })}
        />
        <TextInput
          label="Most miles"
          description="Of one plan, for everybody"
          inputMode="numeric"
          value={trip.milesMax}
          error={problems.milesMax}
          onChange={(event) => set({ milesMax: event.currentTarget.value })}
        />
        {owners.length > 1 && (
          <MultiSelect
            label="Whose points pay"
            description="Nobody chosen: everybody’s"
            data={owners}
            value={[...trip.owners]}
            onChange={(chosen) => set({ owners: chosen })}
          />
        )}
      </Group>
      <Group grow align="flex-start" mt="xs">
        {(['perDay', 'inAll'] as const).map((field) => (
          <TextInput
            key={field}
            label={field === 'perDay' ? 'Most for searching a day' : 'Most for searching in all'}
            description={`${trip.currency}; empty: only your limits`}
            inputMode="decimal"
            value={trip[field]}
            error={problems[field]}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
      </Group>
    </details>
  );
}
