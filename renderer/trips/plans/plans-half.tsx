import { Alert } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TAKE_MAX } from '#shared/award-search/request.ts';
import type { Matrix, MatrixCell, Plans } from '#shared/contract/planning.ts';
import type { Trip } from '#shared/contract/trips.ts';
import { localDay } from '#shared/dates.ts';
import { dateSpan, formatNumber, listLabel, plural, travelDate } from '#shared/formats.ts';
import { placesLabel } from '#shared/places/names.ts';
import { legDays, seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import { searchPath } from '../../addresses/search-address.ts';
import { api } from '../../api/api.ts';
import { cabinLabel } from '../../records/award-labels.ts';
import { Ago } from '../../ui/ago.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotDone, NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { useNow } from '../../ui/now.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { announce } from '../../ui/status-messages.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { matrixLegend, noPlanLabel, travellersLabel } from './plan-labels.ts';
import { plansQuery } from './plan-queries.ts';
import classes from './plans.module.css';
import { PlansTable } from './plans-table.tsx';
import { TripHistory } from './trip-history.tsx';
import { WatchedPrice } from './watched-price.tsx';
import { WhatIf } from './what-if.tsx';
import { WorthReading } from './worth-reading.tsx';

type PlansHalfProps = {
  trip: Trip;
  question: TripQuestion;
  /** Whether a flight of the trip is booked or on hold, which no plan counts. */
  isBooked: boolean;
};

/** The first half of a trip's page: the best plans, day by day, what if, and what is worth reading next. */
export function PlansHalf({ trip, question, isBooked }: PlansHalfProps) {
  const plans = useQuery(plansQuery(question));
  const today = localDay(useNow());
  const save = useMutation({
    mutationFn: ({ versionIds }: { versionIds: number[]; days: string }) =>
      api.trips.addRecords({ tripId: trip.tripId, versionIds }),
    onSuccess: (_done, { days }) => announce(`${days} saved to the board.`),
  });
  const savePair = ({ versionIds }: MatrixCell, out: string, back: string) =>
    save.mutate({ versionIds: [...new Set(versionIds)], days: `${travelDate(out)} to ${travelDate(back)}` });
  return (
    <section aria-labelledby="plans" className={classes.half}>
      <h3 id="plans">Plans</h3>
      <p className={classes.small}>
        {travellersLabel(question)}, {listLabel(question.cabins.map(cabinLabel), 'one')},{' '}
        {question.stopsMax === null
          ? 'any number of stops'
          : question.stopsMax === 0
            ? 'direct'
            : `at most ${plural(question.stopsMax, 'stop')}`}
        {question.legs.length > 1 &&
          (question.hopKm > 0
            ? `, ${formatNumber(question.hopKm)} km between airports`
            : ', no change of airport between flights')}
      </p>
      {isBooked && (
        <Alert color="yellow" title="The plans do not count what is booked">
          Each plans the whole trip anew, with the miles of every flight. For the flights that are left, plan
          a trip of their own.
        </Alert>
      )}
      <WatchedPrice trip={trip} />
      {plans.isLoadingError ? (
        <NotRead of={plans} title="The plans could not be counted" />
      ) : plans.data === undefined ? (
        <LoadingState words="Planning over everything that was read…" />
      ) : (
        <>
          {plans.data.noPlan === null ? (
            <>
              <PlansTable trip={trip} plans={plans.data.plans} seats={seatsOf(question)} today={today} />
              <p className={classes.small}>
                {plans.data.ranking === 'value'
                  ? 'Ordered by your values of a mile, with the taxes that are known.'
                  : 'Ordered by miles. With your values of a mile in Settings, taxes count too.'}
                {plans.data.payingCut &&
                  ' There are too many ways to pay to try each: a plan that is short of miles may be payable.'}
              </p>
            </>
          ) : (
            <EmptyState title={noPlanLabel(plans.data.noPlan, plans.data.legs).title}>
              {noPlanLabel(plans.data.noPlan, plans.data.legs).words}
            </EmptyState>
          )}
          <LegsRead question={question} legs={plans.data.legs} />
          <NotDone of={save} title="The flights were not saved" />
          {canBePlanned(plans.data) && <WorthReading trip={trip} question={question} />}
          {plans.data.matrix !== null && hasFigures(plans.data.matrix) && (
            <section className={classes.part} aria-labelledby="matrix">
              <h3 id="matrix">Day by day</h3>
              <MatrixGrid matrix={plans.data.matrix} onPair={savePair} />
              <p className={classes.small}>{matrixLegend(plans.data.matrix)}</p>
            </section>
          )}
          {canBePlanned(plans.data) && <WhatIf trip={trip} question={question} />}
        </>
      )}
      <TripHistory tripId={trip.tripId} />
    </section>
  );
}

/** Whether anything that is read could make a plan. */
const canBePlanned = ({ noPlan }: Plans): boolean => noPlan !== 'past' && noPlan !== 'flights_apart';

/** Whether any pair of days has a plan: a grid of dashes alone says nothing. */
const hasFigures = ({ cells }: Matrix): boolean =>
  cells.some((row) => row.some((cell) => cell !== null && cell.miles !== null));

/** What is stored for each flight, with the way to search it. */
function LegsRead({ question, legs }: { question: TripQuestion; legs: Plans['legs'] }) {
  return (
    <ul className={classes.read} aria-label="Flights">
      {legs.map((leg, place) => {
        const { origins = [], destinations = [] } = question.legs[place] ?? {};
        const days = legDays(question, place);
        const { departed, seats, unreadable, removed } = leg.leftOut;
        const left = [
          ...(seats > 0 ? [`${formatNumber(seats)} with fewer seats`] : []),
          ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
          ...(departed > 0 ? [`${formatNumber(departed)} departed`] : []),
          ...(unreadable > 0 ? [`${formatNumber(unreadable)} without miles or day`] : []),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
          <li key={place}>
            <strong>
              {placesLabel(origins)} to {placesLabel(destinations)}
            </strong>
            , {dateSpan(days.from, days.until)}: {plural(leg.candidates, 'record fits', 'records fit')}
            {left.length > 0 && ` (left out: ${listLabel(left)})`}, {formatNumber(leg.read)} of{' '}
            {plural(leg.of, 'day')} of its routes read
            {leg.oldestAt !== null && (
              <>
                , the oldest <Ago at={leg.oldestAt} />
              </>
            )}
            .{' '}
            <PageLink
              href={searchPath(legRequest(question, place))}
              aria-label={`Search flight ${place + 1}`}
            >
              Search
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}

/** A leg as a request of §2.1, in the cabin that the traveller likes best. */
function legRequest(question: TripQuestion, leg: number): Record<string, unknown> {
  const { origins = [], destinations = [] } = question.legs[leg] ?? {};
  const { from, until } = legDays(question, leg);
  const [cabin] = question.cabins;
  return {
    origin_airport: origins.join(','),
    destination_airport: destinations.join(','),
    ...(cabin !== undefined && { cabin }),
    start_date: from,
    end_date: until,
    ...(question.stopsMax === 0 && { only_direct_flights: true }),
    take: TAKE_MAX,
  };
}
