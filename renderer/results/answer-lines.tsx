import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { RecordFilter, RecordRow, Scope } from '#shared/contract/awards.ts';
import type { BestAwards } from '#shared/contract/results.ts';
import { api } from '../api/api.ts';
import { milesLabel } from '../records/award-labels.ts';
import { isPartial } from '../records/extent-labels.ts';
import classes from '../records/results.module.css';
import { Aged } from '../ui/ago.tsx';
import { nothingAhead, offerLine } from './offer-labels.ts';

/** The best prices of a selection, and how many of its pages were read; local. */
export const answerQuery = (scope: Scope, filter: RecordFilter) =>
  queryOptions({
    queryKey: ['results', 'answer', scope, filter],
    queryFn: () => api.results.answer({ scope, filter }),
  });

type AnswerLinesProps = {
  scope: Scope;
  /** Of the rows below: a headline never shows what they leave out. */
  filter: RecordFilter;
  /** False while the rows, which come first, are being read; what is cached is shown in any case. */
  isWanted: boolean;
  /** Opens a record. */
  onOpen: (versionId: number) => void;
};

/** The summary before the table: the best price and the best direct one, each opening its record. */
export const AnswerLines = memo(function AnswerLines(props: AnswerLinesProps) {
  const { scope, filter, isWanted, onOpen } = props;
  const { data: answer } = useQuery({
    ...answerQuery(scope, filter),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return (
    <ul className={classes.answer} aria-label="Best prices">
      {answer === undefined ? <li>&nbsp;</li> : <Offers answer={answer} filter={filter} onOpen={onOpen} />}
    </ul>
  );
});

type OffersProps = { answer: BestAwards } & Pick<AnswerLinesProps, 'filter' | 'onOpen'>;

function Offers({ answer, filter, onOpen }: OffersProps) {
  const { best, bestDirect, extent, travellers } = answer;
  if (best === null) return <li>{nothingAhead(filter, isPartial(extent), travellers)}</li>;
  const isSame = best.versionId === bestDirect?.versionId;
  return (
    <>
      <Offer name={isSame ? 'Best, and direct' : 'Best'} row={best} {...{ travellers, onOpen }} />
      {!isSame && bestDirect !== null && (
        <Offer name="Best direct" row={bestDirect} {...{ travellers, onOpen }} />
      )}
    </>
  );
}

type OfferProps = { name: string; row: RecordRow; travellers: number; onOpen: (versionId: number) => void };

const Offer = ({ name, row, travellers, onOpen }: OfferProps) => (
  <li>
    <span className={classes.answerName}>{name}</span>{' '}
    <button type="button" className={classes.answerOffer} onClick={() => onOpen(row.versionId)}>
      <strong>{milesLabel(row.miles)} miles</strong> {offerLine(row, travellers)}
    </button>
    <span className={classes.answerName}>
      , <Aged at={row.seenAt} />
    </span>
  </li>
);
