import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Trip, TripItem } from '#shared/contract/trips.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { seatsOf } from '#shared/planning/question.ts';
import { elsewhereLabel } from '#shared/records/made-up.ts';
import { BookButton } from '../booking/book-button.tsx';
import { tripToBook } from '../booking/book-sheet.ts';
import { answerLabel } from '../booking/booking-labels.ts';
import { PriceLine } from '../insights/price-line.tsx';
import { StillThereLine } from '../insights/still-there-line.tsx';
import {
  cabinLabel,
  dateLabel,
  milesLabel,
  routeLabel,
  seatsLabel,
  statedTaxesLabel,
} from '../records/award-labels.ts';
import { PayingLine } from '../records/wallet/paying-line.tsx';
import { Ago } from '../ui/ago.tsx';
import { Facts, type NamedFact } from '../ui/facts.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { runPath } from '../ui/screen-paths.ts';
import { Tag } from '../ui/tag.tsx';
import { standingLabel } from './standing-labels.ts';
import classes from './trips.module.css';

type OnBoard = Extract<TripItem, { kind: 'record' }>;

/** Both texts where they differ: the current one, and the one when it was chosen. */
const both = (now: string | null, chosen: string): ReactNode =>
  now === null || now === chosen ? (
    chosen
  ) : (
    <>
      {now} <span className={classes.small}>(chosen at {chosen})</span>
    </>
  );

const departureOf = (chosen: OnBoard['chosen']): string => `${routeLabel(chosen)}, ${dateLabel(chosen)}`;

/** A chosen record: as last seen beside how it was chosen, when that was, and whether it is still there. */
export function RecordOnBoard({ item, trip }: { item: OnBoard; trip: Trip }) {
  const { chosen, chosenAt, now, standing, booking } = item;
  const travellers = trip.question === null ? undefined : seatsOf(trip.question);
  const words = standingLabel(item, travellers);
  const isBooked = booking?.outcome === 'booked';
  const facts: NamedFact[] = [
    ['Programme', programmeLabel(chosen.programme)],
    ...(item.elsewhere === null ? [] : [['Marketplace', elsewhereLabel(item.elsewhere)] as NamedFact]),
    ['Cabin searched', cabinLabel(chosen.cabin)],
    ['Miles', both(now && milesLabel(now.miles, now.milesText), milesLabel(chosen.miles, chosen.milesText))],
    [
      'Seats',
      both(
        now && seatsLabel(now.seats, now.available, now.seatsText),
        seatsLabel(chosen.seats, chosen.available, chosen.seatsText),
      ),
    ],
    ...(now?.itineraries?.taxes.length
      ? [['Taxes', now.itineraries.taxes.map(statedTaxesLabel).join(', ')] as NamedFact]
      : []),
    ['Direct', both(now && (now.direct ? 'yes' : 'no'), chosen.direct ? 'yes' : 'no')],
    // They are said to differ, so it must be visible which they are.
    ...(now !== null && now.airlines !== chosen.airlines
      ? [
          [
            'Airlines',
            both(airlinesTitle(now.airlines) || 'not given', airlinesTitle(chosen.airlines) || 'not given'),
          ] as [string, ReactNode],
        ]
      : []),
    ['Last seen', <Ago key="seen" at={standing.lastSeenAt ?? chosen.seenAt} />],
    ['Chosen', <Ago key="chosen" at={chosenAt} />],
  ];
  return (
    <>
      <Group gap="4px 10px" fw={600}>
        <span>{both(now && departureOf(now), departureOf(chosen))}</span>
        {isBooked ? <Tag tone="good">Booked</Tag> : <Tag tone={words.tone}>{words.short}</Tag>}
      </Group>
      {booking !== null && (
        <div>
          {answerLabel(booking)}, <Ago at={booking.answeredAt} />
        </div>
      )}
      <div className={classes.small}>
        {words.why}
        {standing.run && (
          <>
            {' '}
            <PageLink href={runPath(standing.run.runId)}>Run {standing.run.runId}</PageLink>,{' '}
            <Ago at={standing.run.ranAt} />
          </>
        )}
      </div>
      <Facts facts={facts} className={classes.facts} />
      {now !== null && (
        <div>
          <BookButton
            record={now}
            of={{
              trip: tripToBook(trip),
              ...(travellers !== undefined && { travellers }),
            }}
          />
        </div>
      )}
      {!isBooked && <PayingLine record={now ?? chosen} heading travellers={travellers} />}
      {now !== null && !isBooked && <PriceLine versionId={now.versionId} />}
      {now !== null && !isBooked && <StillThereLine versionId={now.versionId} seenAt={now.seenAt} />}
    </>
  );
}
