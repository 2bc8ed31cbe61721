import { Button, Group, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import type { Plan, PlanLeg } from '#shared/contract/planning.ts';
import type { Trip } from '#shared/contract/trips.ts';
import { formatNumber, listLabel, plural, shortened } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { api } from '../../api/api.ts';
import { BookButton } from '../../booking/book-button.tsx';
import { tripToBook } from '../../booking/book-sheet.ts';
import { answerMark } from '../../booking/booking-labels.ts';
import { cabinLabel, dateLabel, routeLabel, routeTitle, seatsLabel } from '../../records/award-labels.ts';
import { flyingTimeLabel } from '../../records/flight-labels.ts';
import { Ago } from '../../ui/ago.tsx';
import { NotDone } from '../../ui/failure-notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { WALLET_PATH } from '../../ui/screen-paths.ts';
import { announce } from '../../ui/status-messages.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import {
  kindsLabel,
  legOddsLabel,
  milesLabels,
  oddsLabel,
  payingLabels,
  taxesLabel,
  warningLabel,
  whoPaysLabel,
} from './plan-labels.ts';
import classes from './plans.module.css';

type PlansTableProps = { trip: Trip; plans: readonly Plan[]; seats: number; today: string };

/** The best plans, each with its flights, its price for everybody, how certain it is, and what may go wrong. */
export function PlansTable({ trip, plans, seats, today }: PlansTableProps) {
  const save = useMutation({
    mutationFn: (plan: Plan) =>
      api.trips.addRecords({
        tripId: trip.tripId,
        versionIds: [...new Set(plan.legs.map(({ record }) => record.versionId))],
      }),
    onSuccess: ({ added }) =>
      announce(
        added === 0
          ? 'The flights of this plan are on the board already.'
          : `${plural(added, 'flight')} of the plan saved to the board of “${shortened(trip.title)}”.`,
      ),
  });
  const versionIds = [...new Set(plans.flatMap(({ legs }) => legs.map(({ record }) => record.versionId)))];
  const answers = useQuery({
    queryKey: ['results', 'booking', 'latest', versionIds],
    queryFn: () => api.booking.latest({ versionIds }),
  });
  const answerOf = ({ versionId }: PlanLeg['record']) =>
    answers.data?.[versionIds.indexOf(versionId)] ?? null;
  return (
    <>
      <div className={classes.scroll}>
        <Table aria-label="Plans" verticalSpacing="sm" className={classes.plans ?? ''}>
          <TableHead
            columns={[
              'Plan',
              'Flights',
              { name: seats === 1 ? 'Price' : `Price for ${formatNumber(seats)}` },
              'Still there?',
            ]}
          />
          <Table.Tbody>
            {plans.map((plan, place) => (
              <Fragment key={plan.key}>
                <Table.Tr>
                  <Table.Td w={150}>
                    <strong>{kindsLabel(plan)}</strong>
                    {plan.minutes !== null && (
                      <div className={classes.small}>{flyingTimeLabel(plan.minutes)} in all</div>
                    )}
                    <Group gap={6} mt={8}>
                      <Button
                        size="compact-xs"
                        aria-label={`Save plan ${place + 1}`}
                        loading={save.isPending && save.variables === plan}
                        onClick={() => save.mutate(plan)}
                      >
                        Save
                      </Button>
                      {place === 0 && <WatchPlan trip={trip} plan={plan} />}
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <ol className={classes.legs}>
                      {plan.legs.map((leg, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
                        <Leg key={at} leg={leg} seats={seats} trip={trip} answer={answerOf(leg.record)} />
                      ))}
                    </ol>
                  </Table.Td>
                  <Table.Td>
                    <Price plan={plan} seats={seats} today={today} />
                  </Table.Td>
                  <Table.Td>{oddsLabel(plan)}</Table.Td>
                </Table.Tr>
                {plan.warnings.length > 0 && (
                  <Table.Tr className={classes.warnings ?? ''}>
                    <Table.Td />
                    <Table.Td colSpan={3}>
                      <ul aria-label={`Warnings of plan ${place + 1}`}>
                        {plan.warnings.map(warningLabel).map((words) => (
                          <li key={words}>{words}</li>
                        ))}
                      </ul>
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <NotDone of={save} title="The plan was not saved" />
    </>
  );
}

type LegProps = { leg: PlanLeg; seats: number; trip: Trip; answer: ListedAnswer | null };

function Leg({ leg, seats, trip, answer }: LegProps) {
  const { record } = leg;
  const still = legOddsLabel(leg.odds);
  return (
    <li>
      <div>
        <strong>{dateLabel(record)}</strong> <span title={routeTitle(record)}>{routeLabel(record)}</span>
      </div>
      <div>
        {programmeLabel(record.programme)}
        {record.airlines !== '' && (
          <>
            , <span title={airlinesTitle(record.airlines, record.seenAt)}>{airlinesOf(record)}</span>
          </>
        )}
        , {cabinLabel(record.cabin)}, {seatsLabel(record.seats, record.available, record.seatsText)}
        {record.seats !== null && ` ${record.seats === 1 ? 'seat' : 'seats'}`}
      </div>
      <div className={classes.small}>
        {eachLabel(leg, seats)} · seen <Ago at={record.seenAt} />
        {still !== null && ` · ${still}`}
      </div>
      {answer !== null && (
        <div>
          <Tag tone={answer.outcome === 'booked' ? 'good' : 'warn'}>{answerMark(answer, record.seenAt)}</Tag>
        </div>
      )}
      <BookButton record={record} of={{ travellers: seats, trip: tripToBook(trip) }} size="compact-xs" />
    </li>
  );
}

/** Airlines that a plan's row names; the others are in its title. */
const NAMED_AIRLINES = 2;

/** `All Nippon Airways (NH), Japan Airlines (JL) +1`. */
function airlinesOf({ airlines, seenAt }: PlanLeg['record']): string {
  const codes = airlines.split(', ');
  const named = airlinesTitle(codes.slice(0, NAMED_AIRLINES).join(', '), seenAt);
  return codes.length > NAMED_AIRLINES ? `${named} +${codes.length - NAMED_AIRLINES}` : named;
}

/** `60,000 miles and USD 182.40 taxes each`. */
function eachLabel({ milesEach, taxesEach }: PlanLeg, seats: number): string {
  const price = [
    `${formatNumber(milesEach)} miles`,
    ...(taxesEach === null ? [] : [`${amountLabel(taxesEach)} taxes`]),
  ];
  return seats === 1 ? listLabel(price) : `${listLabel(price)} each`;
}

function Price({ plan, seats, today }: { plan: Plan; seats: number; today: string }): ReactNode {
  const { totals } = plan;
  const who = whoPaysLabel(plan);
  return (
    <>
      {milesLabels(totals, seats).map((words) => (
        <div key={words} className={classes.figure}>
          {words}
        </div>
      ))}
      <div>{taxesLabel(totals)}</div>
      {totals.value !== null && (
        <div className={classes.small}>{amountLabel(totals.value)} at your values of a mile</div>
      )}
      {totals.pays === 'own' && <Tag tone="good">Bookable now</Tag>}
      {totals.pays === 'pooled' && <Tag tone="warn">With pooled miles</Tag>}
      {totals.pays === 'transfer' && <Tag tone="warn">With a transfer</Tag>}
      {totals.pays === 'short' && <Tag tone="bad">Short of miles</Tag>}
      {totals.pays === 'no_wallet' ? (
        <div className={classes.small}>
          <PageLink href={WALLET_PATH}>Type your balances</PageLink> to see what pays for it.
        </div>
      ) : (
        <ul className={classes.paying}>
          {[...payingLabels(totals, today), ...(who === null ? [] : [who])].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Watches the price of the best plan, whatever other plan is the best later. */
function WatchPlan({ trip, plan }: { trip: Trip; plan: Plan }) {
  const watch = useMutation({
    mutationFn: () => api.trips.watch({ tripId: trip.tripId, miles: plan.totals.milesAll }),
    onSuccess: () =>
      announce(`Watching “${shortened(trip.title)}” below ${formatNumber(plan.totals.milesAll)} miles.`),
  });
  return (
    <Button
      size="compact-xs"
      aria-label="Watch plan 1"
      loading={watch.isPending}
      onClick={() => watch.mutate()}
    >
      Watch
    </Button>
  );
}
