import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { EMPTY_ADDRESS, resultsPath, USUAL_FILTER } from '../../addresses/results-address.ts';
import { AddToTrip } from '../../records/add-to-trip.tsx';
import { Ago } from '../../ui/ago.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { scopePath } from '../../ui/screen-paths.ts';
import classes from '../compare.module.css';
import type { CompareViewProps } from '../compare-view.ts';
import { WideTable } from '../wide-table.tsx';
import { ROUNDING, type Worth } from '../worth/worth-rows.ts';
import { noPair, partialLegs } from './no-pair.ts';
import { type TripColumn, type TripPairs, tripCells, wayLabel } from './round-trip-labels.ts';

type RoundTripTableProps = {
  trips: TripPairs;
  columns: readonly TripColumn[];
  worth: Worth;
  order: string;
} & CompareViewProps;

/** The first of all pairs, each leg with what distinguishes it. */
export function RoundTripTable({ trips, columns, worth, order, address, change }: RoundTripTableProps) {
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
        <NoPairs trips={trips} address={address} change={change} />
      ) : (
        <>
          <PartlyPaired trips={trips} address={address} />
          <WideTable tall label="Pairs" minWidth={860}>
            <table aria-label="Round trips" className={classes.days}>
              <thead>
                <tr>
                  {columns.map(({ name, title }) => (
                    <th key={name} scope="col" className={classes.head} data-column={name}>
                      {title}
                    </th>
                  ))}
                  <td className={classes.notOnPaper} />
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
                            <Leg words={wayLabel(pair[name])} path={recordPath(address[name], pair[name])} />
                          ) : (
                            cells[name]
                          )}
                        </td>
                      ))}
                      <td className={classes.notOnPaper}>
                        <AddToTrip versionIds={[pair.outbound.versionId, pair.back.versionId]} />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </WideTable>
        </>
      )}
    </>
  );
}

/** Legs that were read in part: the pairs shown are the best of what was read. */
function PartlyPaired({ trips, address }: Pick<RoundTripTableProps, 'trips' | 'address'>) {
  const partly = partialLegs(trips);
  if (partly.length === 0) return null;
  return (
    <section className={classes.partly} aria-label="Not read to the end">
      <ul>
        {partly.map(({ way, words }) => {
          const scope = address[way]?.scope;
          return (
            <li key={way}>
              {words} {scope !== undefined && <Link href={scopePath(scope)}>Get the rest</Link>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The record of one leg, within the scope it was found in. */
const recordPath = (column: CompareColumn | null, { versionId }: RecordRow): string | null =>
  column &&
  resultsPath({
    ...EMPTY_ADDRESS,
    scope: column.scope,
    filter: { ...USUAL_FILTER, ...column.filter },
    record: versionId,
  });

function Leg({ words: [when, what], path }: { words: readonly [string, string]; path: string | null }) {
  return (
    <>
      {path === null ? (
        when
      ) : (
        <Link href={path} className={classes.figureLink}>
          {when}
        </Link>
      )}
      <div className={classes.detail}>{what}</div>
    </>
  );
}

/** Why nothing could be paired, and what would change that. */
function NoPairs({ trips, address, change }: { trips: TripPairs } & CompareViewProps) {
  const { nightsMin, nightsMax, sameProgramme } = address;
  const { words, partly } = noPair(trips, [nightsMin, nightsMax], sameProgramme);
  const scopes = partly.flatMap((way) => {
    const scope = address[way]?.scope;
    return scope === undefined ? [] : { way, scope };
  });
  return (
    <EmptyState
      title="No pair"
      action={
        <Group gap="xs" justify="center">
          {scopes.map(({ way, scope }) => (
            <Button key={way} component={Link} href={scopePath(scope)} size="xs">
              {way === 'outbound' ? 'Read on outbound' : 'Read on return'}
            </Button>
          ))}
          {sameProgramme && (
            <Button size="xs" variant="default" onClick={() => change({ sameProgramme: false })}>
              Any programme
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => change({ nightsMin: 1, nightsMax: 30 })}>
            1 to 30 nights
          </Button>
        </Group>
      }
    >
      {words}
    </EmptyState>
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
      ? ` Programmes without a value are left out of the way ${way}: ${withoutValue.map(programmeLabel).join(', ')}.`
      : '',
  ].join('');
}
