import { Stack } from '@mantine/core';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { contentKeys } from '#shared/content-keys.ts';
import { localDay } from '#shared/dates.ts';
import { plainDate, plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { cabinLabel, milesLabel } from '../records/award-labels.ts';
import { itineraryTitle, legLabel } from '../records/flight-labels.ts';
import classes from '../records/results.module.css';
import { Ago } from '../ui/ago.tsx';
import { DrawerPart } from './drawer-part.tsx';

type WaysToFlyProps = {
  itineraries: readonly Itinerary[];
  /** UTC ms: when the answer that lists them arrived. */
  at: number;
  /** Whether they come from an earlier answer than the rest of the record, because the newest one listed none. */
  isEarlier: boolean;
  /** The departure date of the record; a flight on another day shows its own. */
  date: string | null;
};

/** The trip details of a record, as the source lists them. */
export function WaysToFly({ itineraries, at, isEarlier, date }: WaysToFlyProps) {
  const keys = contentKeys(itineraries);
  return (
    <DrawerPart title="Trip details">
      <Stack gap="sm" component="ul" className={classes.plain} aria-label="Trip details">
        {itineraries.map((itinerary, index) => (
          <li key={keys[index]}>
            <OneWay itinerary={itinerary} date={date} />
          </li>
        ))}
      </Stack>
      <p className={classes.small}>
        {isEarlier
          ? `As of ${plainDate(localDay(at))}: the latest answer did not list them, so miles, seats and taxes may have changed. `
          : null}
        As the source listed them, <Ago at={at} />. Times are written as it wrote them; no zone is shown.
      </p>
    </DrawerPart>
  );
}

type WaysApartProps = {
  ways: readonly { way: Itinerary; problems: readonly string[] }[];
  date: string | null;
};

/** Flights in the trip details that the search did not ask for: no figure of the record counts them. */
export function WaysApart({ ways, date }: WaysApartProps) {
  if (ways.length === 0) return null;
  const keys = contentKeys(ways);
  return (
    <DrawerPart title="Not what was searched for">
      <Stack gap="sm" component="ul" className={classes.plain} aria-label="Not what was searched for">
        {ways.map(({ way, problems }, index) => (
          <li key={keys[index]}>
            <OneWay itinerary={way} date={date} />
            <div className={classes.small}>{`This is ${problems.join(', ')}, and counts for nothing.`}</div>
          </li>
        ))}
      </Stack>
    </DrawerPart>
  );
}

function OneWay({ itinerary, date }: { itinerary: Itinerary; date: string | null }) {
  const { segments, cabins, carriers, aircraft, miles, seats, taxes, sourceSawAt } = itinerary;
  const legs =
    segments.length > 0 ? segments : [{ ...ENDS, ...itinerary, flight: null, aircraft: null, cabin: null }];
  const facts = [
    carriers.map(airlineLabel).join(', '),
    segments.length === 0 && aircraft.join(', '),
    cabins.map(cabinLabel).join(', '),
    miles !== null && `${milesLabel(miles)} miles`,
    seats !== null && plural(seats, 'seat'),
    taxes !== null && `taxes ${taxes.amount === null ? taxes.text : amountLabel(taxes.amount)}`,
  ].filter(Boolean);
  return (
    <>
      <strong>{itineraryTitle(itinerary) || 'Flights not given'}</strong>
      {legs.map((leg) => {
        const where = legLabel(leg, date);
        return where === '' ? null : (
          <div key={`${leg.flight} ${where}`}>
            {[leg.flight, where, leg.aircraft].filter(Boolean).join(' · ')}
          </div>
        );
      })}
      {facts.length > 0 && <div>{facts.join(' · ')}</div>}
      {sourceSawAt !== null && (
        <div className={classes.small}>
          The source saw it <Ago at={sourceSawAt} />
        </div>
      )}
    </>
  );
}

const ENDS = { origin: null, destination: null };
