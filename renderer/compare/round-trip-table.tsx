import { Ago } from '../components/ago.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatNumber, plural } from '../results/award-words.ts';
import classes from './compare.module.css';
import { type PairsTold, type TripColumn, tripCells, wayWords } from './round-trip-words.ts';
import { WideTable } from './wide-table.tsx';
import { ROUNDING, type Worth } from './worth-rows.ts';

type RoundTripTableProps = {
  told: PairsTold;
  columns: readonly TripColumn[];
  worth: Worth;
  order: string;
  nights: readonly [number, number];
};

/** The first of all pairs, each way with what tells it apart. */
export function RoundTripTable({ told, columns, worth, order, nights }: RoundTripTableProps) {
  return (
    <>
      <p className={classes.note}>
        {told.total > told.pairs.length
          ? `The first ${formatNumber(told.pairs.length)} of ${plural(told.total, 'pair')}`
          : plural(told.total, 'pair')}{' '}
        of {formatNumber(told.outbound.legs)} out and {formatNumber(told.back.legs)} back.
        {told.pairs.length > 0 && ` ${order}`}
        {told.pairs.length > 0 && worth.fare !== null && ` Value against the fare: ${ROUNDING}.`}
      </p>
      <p className={classes.note}>
        Outbound <Seen at={told.outbound.newestAt} />, return <Seen at={told.back.newestAt} />.
        {[leftOut('out', told.outbound), leftOut('back', told.back)].filter(Boolean).join('')}
      </p>
      {told.pairs.length === 0 ? (
        <EmptyState title="No pair">
          No award space out and back lies {nights[0]} to {nights[1]} nights apart in what is kept.
        </EmptyState>
      ) : (
        <WideTable tall label="Pairs" minWidth={860}>
          <table aria-label="Round trips" className={classes.days}>
            <thead>
              <tr>
                {columns.map(({ name, title }) => (
                  <th key={name} scope="col" className={classes.head} data-column={name}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.pairs.map((pair) => {
                const cells = tripCells(pair, worth);
                return (
                  <tr key={`${pair.outbound.versionId} ${pair.back.versionId}`}>
                    {columns.map(({ name }) => (
                      <td key={name}>
                        {name === 'outbound' || name === 'back' ? (
                          <Leg words={wayWords(pair[name])} />
                        ) : (
                          cells[name]
                        )}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </WideTable>
      )}
    </>
  );
}

function Leg({ words: [when, what] }: { words: readonly [string, string] }) {
  return (
    <>
      {when}
      <div className={classes.detail}>{what}</div>
    </>
  );
}

const Seen = ({ at }: { at: number | null }) => (at === null ? 'not seen' : <Ago at={at} as="age" />);

/** What could not be paired, and why. */
function leftOut(way: string, { untold, departed, withoutValue }: PairsTold['outbound']): string {
  return [
    departed > 0
      ? ` ${plural(departed, 'record')} ${way} ${departed === 1 ? 'has' : 'have'} departed and ${departed === 1 ? 'is' : 'are'} left out.`
      : '',
    untold > 0
      ? ` ${plural(untold, 'record')} ${way} ${untold === 1 ? 'tells' : 'tell'} no miles or no date and ${untold === 1 ? 'is' : 'are'} left out.`
      : '',
    withoutValue.length > 0
      ? ` Programmes without a value are left out of the way ${way}: ${withoutValue.join(', ')}.`
      : '',
  ].join('');
}
