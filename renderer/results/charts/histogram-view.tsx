import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { formatNumber, plural, shortMiles } from '#shared/formats.ts';
import { changedFilter, resultsPath } from '../../addresses/results-address.ts';
import { api } from '../../api/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { along, textWidth, ticksOver } from './axis.ts';
import { CHART, ChartFrame, leftOf } from './chart-frame.tsx';
import classes from './charts.module.css';

/** The open bar takes one in so many parts of the width of all steps. */
const OPEN_SHARE = 14;

const moreLabel = ({ from, records, most }: { from: number; records: number; most: number }): string =>
  records === 1
    ? `the last bar holds one that costs ${formatNumber(most)} miles, far more than the others`
    : `the last bar holds ${formatNumber(records)} that cost ${formatNumber(from)} miles and more, up to ${formatNumber(most)}`;

type SeatsFor = { travellers: number; fewer: number; notGiven: number };

/** What of the records is not known to have seats for all travellers. */
const SeatsNote = ({ travellers, fewer, notGiven }: SeatsFor) =>
  fewer + notGiven > 0 && (
    <p className={classes.words}>
      {`Of these records, ${formatNumber(fewer)} with fewer seats than ${travellers} and ${formatNumber(notGiven)} without a seat count.`}
    </p>
  );

/** The distribution of miles among what passes the filters, as bars and as a table. */
export function HistogramView({ scope, filter }: { scope: Scope; filter: RecordFilter }) {
  const [, navigate] = useLocation();
  /** The records of a bar, the cheapest first. @param until absent for the open bar */
  const pathOf = (from: number, until?: number) =>
    resultsPath({
      scope,
      filter: changedFilter(filter, {
        available: true,
        milesMin: from,
        milesMax: until === undefined ? filter.milesMax : until - 1,
      }),
      sort: [{ by: 'miles', descending: false }],
    });
  const spread = useQuery({
    queryKey: ['results', 'histogram', scope, filter],
    queryFn: () => api.results.histogram({ scope, filter }),
    placeholderData: keepPreviousData,
  });
  if (spread.isLoadingError) return <NotRead of={spread} title="The miles could not be read" />;
  if (spread.data === undefined) return <LoadingState words="Reading miles…" />;
  const { steps, width, more, median, withoutMiles } = spread.data;
  const [first] = steps;
  if (first === undefined)
    return (
      <EmptyState title="No miles to show">
        {withoutMiles > 0
          ? `${plural(withoutMiles, 'record')} with award space ${withoutMiles === 1 ? 'passes the filters, but does not tell its miles.' : 'pass the filters, but none tells its miles.'}`
          : 'No record with award space passes these filters.'}
      </EmptyState>
    );
  const bars = steps.map(({ from, records }) => ({
    from,
    records,
    until: from + width,
    words: `${formatNumber(from)} to ${formatNumber(from + width - 1)}`,
    path: pathOf(from, from + width),
  }));
  const end = first.from + steps.length * width;
  // The open bar is separate from the steps, and as wide as one of many.
  const apart = more === null ? 0 : (end - first.from) / OPEN_SHARE;
  const most = Math.max(...[...steps, ...(more === null ? [] : [more])].map(({ records }) => records));
  const counts = ticksOver(0, most, 4);
  const left = leftOf(counts.map(formatNumber));
  const x = along(first.from, end + 2 * apart, left, CHART.width - CHART.right);
  const y = along(0, counts.at(-1) ?? most, CHART.height - CHART.bottom, CHART.top);
  if (more !== null)
    bars.push({
      from: end + apart,
      until: end + 2 * apart,
      records: more.records,
      words: `${formatNumber(more.from)} and more`,
      path: pathOf(more.from),
    });
  const count = bars.reduce((sum, { records }) => sum + records, 0);
  const words = [
    `${plural(count, 'record')} with award space in steps of ${plural(width, 'mile')}`,
    ...(median === null ? [] : [`half of them cost ${formatNumber(median)} miles or less`]),
    ...(more === null ? [] : [moreLabel(more)]),
  ].join('; ');
  const openName = more === null ? '' : `${shortMiles(more.from)} and more`;
  // A step's figure must not touch the name of the open bar.
  const named = CHART.width - textWidth(openName) - 24;
  const every = Math.ceil(steps.length / 10);
  return (
    <div className={classes.view}>
      <p className={classes.words}>
        {words}.
        {withoutMiles > 0 &&
          ` ${plural(withoutMiles, 'more record')} ${withoutMiles === 1 ? 'tells' : 'tell'} no miles.`}
      </p>
      <SeatsNote {...spread.data.seatsFor} />
      <ChartFrame
        title="Spread of miles"
        words={`${words}.`}
        xTitle="miles"
        yTitle="records"
        yTicks={counts.map((count) => ({ at: y(count), text: formatNumber(count) }))}
        xTicks={[
          ...steps
            .filter(({ from }, place) => place % every === 0 && x(from) < named)
            .map(({ from }) => ({ at: x(from), text: shortMiles(from) })),
          ...(more === null ? [] : [{ at: x(end + 1.5 * apart), text: openName }]),
        ]}
      >
        {bars.map(({ from, until, records, words: range, path }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: by keys, the table below leads to the same
          <rect
            key={from}
            className={classes.bar}
            data-open={from > end || undefined}
            x={x(from) + 0.5}
            width={Math.max(1, x(until) - x(from) - 1)}
            y={y(records)}
            height={Math.max(0, y(0) - y(records))}
            onClick={() => records > 0 && navigate(path)}
          >
            <title>{`${range} miles: ${plural(records, 'record')}`}</title>
          </rect>
        ))}
        {median !== null && (
          <line
            className={classes.median}
            x1={x(median)}
            x2={x(median)}
            y1={CHART.top}
            y2={CHART.height - CHART.bottom}
          >
            <title>{`Median: ${formatNumber(median)} miles`}</title>
          </line>
        )}
      </ChartFrame>
      <details className={classes.figures}>
        <summary>The same as a table</summary>
        <Table aria-label="Spread of miles" w="auto">
          <TableHead columns={['Miles', { name: 'Records with award space', ta: 'right' }]} />
          <Table.Tbody>
            {bars.map(({ from, records, words: range, path }) => (
              <Table.Tr key={from}>
                <Table.Td>{range}</Table.Td>
                <Table.Td ta="right">
                  {records === 0 ? (
                    formatNumber(records)
                  ) : (
                    <PageLink underline="hover" href={path}>
                      {formatNumber(records)}
                    </PageLink>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </div>
  );
}
