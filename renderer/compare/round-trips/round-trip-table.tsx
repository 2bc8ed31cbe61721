import { formatNumber, plural } from '#shared/formats.ts';
import { Ago } from '../../ui/ago.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import classes from '../compare.module.css';
import { WideTable } from '../wide-table.tsx';
import { ROUNDING, type Worth } from '../worth/worth-rows.ts';
import { type TripColumn, type TripPairs, tripCells, wayLabel } from './round-trip-labels.ts';

type RoundTripTableProps = {
  trips: TripPairs;
  columns: readonly TripColumn[];
  worth: Worth;
  order: string;
  nights: readonly [number, number];
};

/** The first of all pairs, each way with what tells it apart. */
export function RoundTripTable({ trips, columns, worth, order, nights }: RoundTripTableProps) {
  return (
    <>
      <p className={classes.note}>
        {trips.total > trips.pairs.length
          ? `The first ${formatNumber(trips.pairs.length)} of ${plural(trips.total, 'pair')}`
          : plural(trips.total, 'pair')}{' '}
        of {formatNumber(trips.outbound.legs)} out and {formatNumber(trips.back.legs)} back.
        {trips.pairs.length > 0 && ` ${order}`}
        {trips.pairs.length > 0 && worth.fare !== null && ` Value against the fare: ${ROUNDING}.`}
      </p>
      <p className={classes.note}>
        Outbound <Seen at={trips.outbound.newestAt} />, return <Seen at={trips.back.newestAt} />.
        {[leftOut('out', trips.outbound), leftOut('back', trips.back)].filter(Boolean).join('')}
      </p>
      {trips.pairs.length === 0 ? (
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
              {trips.pairs.map((pair) => {
                const cells = tripCells(pair, worth);
                return (
                  <tr key={`${pair.outbound.versionId} ${pair.back.versionId}`}>
                    {columns.map(({ name }) => (
                      <td key={name}>
                        {name === 'outbound' || name === 'back' ? (
                          <Leg words={wayLabel(pair[name])} />
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
function leftOut(way: string, { withoutMiles, departed, withoutValue }: TripPairs['outbound']): string {
  return [
    departed > 0
      ? ` ${plural(departed, 'record')} ${way} ${departed === 1 ? 'has' : 'have'} departed and ${departed === 1 ? 'is' : 'are'} left out.`
      : '',
    withoutMiles > 0
      ? ` ${plural(withoutMiles, 'record')} ${way} ${withoutMiles === 1 ? 'tells' : 'tell'} no miles or no date and ${withoutMiles === 1 ? 'is' : 'are'} left out.`
      : '',
    withoutValue.length > 0
      ? ` Programmes without a value are left out of the way ${way}: ${withoutValue.join(', ')}.`
      : '',
  ].join('');
}
