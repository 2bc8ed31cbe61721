import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { RecordRow, Scope } from '#shared/contract/awards.ts';
import type { BestAwards } from '#shared/contract/results.ts';
import { type CalendarDate, weekday } from '#shared/dates.ts';
import { plural, shortDay, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airportLabel } from '#shared/places/names.ts';
import { programmeShort } from '#shared/places/programmes.ts';
import { api } from '../api/api.ts';
import { dateLabel, milesLabel } from '../records/award-labels.ts';
import { isPartial } from '../records/extent-labels.ts';
import classes from '../records/results.module.css';

/** The best prices of a search, and how many of its pages were read; local. */
export const answerQuery = (scope: Scope) => ({
  queryKey: ['results', 'answer', scope],
  queryFn: () => api.results.answer({ scope }),
});

/** `Wed 3 Mar`: the year is in the title. */
const dayLabel = (date: CalendarDate): string => `${WEEKDAY_NAMES[weekday(date)]} ${shortDay(date)}`;

/** One record in a line: `Virgin Atlantic, Wed 3 Mar, Gatwick to Haneda, 1 seat`. */
const offerLine = (row: RecordRow): string =>
  [
    programmeShort(row.programme),
    row.date === null ? dateLabel(row) : dayLabel(row.date),
    `${airportLabel(row.origin)} to ${airportLabel(row.destination)}`,
    ...(row.seats === null ? [] : [plural(row.seats, 'seat')]),
  ].join(', ');

type AnswerLinesProps = {
  scope: Scope;
  /** False while the rows, which come first, are being read; what is cached is shown in any case. */
  isWanted: boolean;
  /** Opens a record. */
  onOpen: (versionId: number) => void;
};

/** The summary before the table: the best price and the best direct one, each opening its record. */
export const AnswerLines = memo(function AnswerLines({ scope, isWanted, onOpen }: AnswerLinesProps) {
  const { data: answer } = useQuery({ ...answerQuery(scope), enabled: isWanted });
  return (
    <ul className={classes.answer} aria-label="Best prices" data-waiting={answer === undefined || undefined}>
      {answer === undefined ? <li>&nbsp;</li> : <Offers answer={answer} onOpen={onOpen} />}
    </ul>
  );
});

function Offers({ answer, onOpen }: { answer: BestAwards } & Pick<AnswerLinesProps, 'onOpen'>) {
  const { best, bestDirect, extent } = answer;
  if (best === null)
    return <li>{isPartial(extent) ? 'No award space in what was read so far.' : 'No award space ahead.'}</li>;
  const isSame = best.versionId === bestDirect?.versionId;
  return (
    <>
      <Offer name={isSame ? 'Best, and direct' : 'Best'} row={best} onOpen={onOpen} />
      {!isSame && bestDirect !== null && <Offer name="Best direct" row={bestDirect} onOpen={onOpen} />}
    </>
  );
}

type OfferProps = { name: string; row: RecordRow; onOpen: (versionId: number) => void };

const Offer = ({ name, row, onOpen }: OfferProps) => (
  <li>
    <span className={classes.answerName}>{name}</span>{' '}
    <button type="button" className={classes.answerOffer} onClick={() => onOpen(row.versionId)}>
      <strong>{milesLabel(row.miles)} miles</strong> {offerLine(row)}
    </button>
  </li>
);
