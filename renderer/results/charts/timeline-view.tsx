import { Button, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { absoluteTime, formatNumber, onOneLine, plural, shortMiles, shortTime } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { cabinList, routeLabel } from '../../records/award-labels.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { scopePath } from '../../ui/screen-paths.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { along, textWidth, ticksOver } from './axis.ts';
import { CHART, ChartFrame, leftOf } from './chart-frame.tsx';
import classes from './charts.module.css';
import { MAX_SERIES, pointLabel, runLabels, type Series, seriesOf, unbroken } from './series.ts';

/** Rows of the table below the picture; the export has them all. */
const MAX_ROWS = 500;

/** The smallest step of the axis in miles: its figures are thousands with one decimal. */
const FINEST_STEP = 500;

/** Runs shown at first, and added by each "more". */
const RUNS = 12;

/** The cheapest award space of each route in each run. */
export function TimelineView({ scope, filter }: { scope: Scope; filter: RecordFilter }) {
  const [newest, setNewest] = useState(RUNS);
  const timeline = useQuery({
    queryKey: ['results', 'timeline', scope, filter, newest],
    queryFn: () => api.results.timeline({ scope, filter, newest }),
    placeholderData: keepPreviousData,
  });
  if (timeline.isLoadingError) return <NotRead of={timeline} title="The runs could not be read" />;
  if (timeline.data === undefined) return <LoadingState words="Reading every run…" />;
  const { shown, left } = seriesOf(timeline.data);
  if (shown.length === 0)
    return (
      <EmptyState title="No miles to show">
        No run saw award space that passes these filters and tells its miles.
      </EmptyState>
    );
  const times = [...new Set(timeline.data.map(({ ranAt }) => ranAt))].sort((a, b) => a - b);
  const rows = timeline.data.slice(-MAX_ROWS);
  if (times.length === 1) {
    const cheapest = Math.min(...timeline.data.flatMap((run) => run.cheapest ?? []));
    return (
      <EmptyState title="One run so far">
        {`Cheapest ${formatNumber(cheapest)} miles on ${onOneLine(shortTime(times[0] ?? 0))}. The next run begins a line.`}
      </EmptyState>
    );
  }
  return (
    <div className={classes.view}>
      <p className={classes.words}>
        {`Cheapest miles over ${plural(times.length, 'run')}.`}
        {left > 0 &&
          ` ${MAX_SERIES} routes are drawn; choose another of ${plural(left, 'more route')} on the map.`}
        {times.length >= newest && (
          <Button size="compact-xs" variant="subtle" onClick={() => setNewest(newest + RUNS)}>
            Show earlier runs
          </Button>
        )}
      </p>
      <Lines shown={shown} times={times} />
      <ul className={classes.legend} aria-label="Routes in the picture">
        {shown.map(({ title }, place) => (
          <li key={title} className={classes.series} data-series={place}>
            <svg width="22" height="10" aria-hidden="true">
              <line className={classes.line} x1="0" x2="22" y1="5" y2="5" />
              <Point shape={place} x={11} y={5} />
            </svg>
            <span>{title}</span>
          </li>
        ))}
      </ul>
      <details className={classes.figures}>
        <summary>The same as a table</summary>
        {rows.length < timeline.data.length && (
          <p className={classes.words}>The last {formatNumber(rows.length)} rows. The export has them all.</p>
        )}
        <Table aria-label="Miles over time" w="auto">
          <TableHead
            columns={[
              'Run',
              'Route',
              'Cabin',
              { name: 'Fewest miles', ta: 'right' },
              { name: 'Records with space', ta: 'right' },
              { name: 'Records', ta: 'right' },
            ]}
          />
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.runId} ${row.origin} ${row.destination}`}>
                <Table.Td>
                  <PageLink underline="hover" href={scopePath({ kind: 'run', runId: row.runId })}>
                    {absoluteTime(row.ranAt)}
                  </PageLink>
                </Table.Td>
                <Table.Td>{routeLabel(row)}</Table.Td>
                <Table.Td>{cabinList([row.cabin])}</Table.Td>
                <Table.Td ta="right">{pointLabel({ ...row, miles: row.cheapest })}</Table.Td>
                <Table.Td ta="right">{formatNumber(row.withSpace)}</Table.Td>
                <Table.Td ta="right">{formatNumber(row.records)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </div>
  );
}

function Lines({ shown, times }: { shown: readonly Series[]; times: readonly number[] }) {
  const [, navigate] = useLocation();
  const miles = shown.flatMap(({ points }) => points.flatMap((point) => point.miles ?? []));
  const figures = ticksOver(Math.min(...miles), Math.max(...miles), 5, FINEST_STEP);
  const left = leftOf(figures.map(shortMiles));
  const { labelOf, title: xTitle } = runLabels(times);
  const x = along(times[0] ?? 0, times.at(-1) ?? 0, left + 12, CHART.width - CHART.right - 12);
  const y = along(figures[0] ?? 0, figures.at(-1) ?? 1, CHART.height - CHART.bottom, CHART.top);
  const words = `${shown.map(({ title, points }) => `${title}: ${points.map((point) => `${labelOf(point.ranAt)} ${pointLabel(point)}`).join(', ')}`).join('. ')}.`;
  return (
    <ChartFrame
      title="Miles over time"
      words={words.length > 600 ? 'The table below tells every run of every route.' : words}
      xTitle={xTitle}
      yTitle="miles"
      yTicks={figures.map((figure) => ({ at: y(figure), text: shortMiles(figure) }))}
      xTicks={apart(times.map((time) => ({ at: x(time), text: labelOf(time) })))}
    >
      {shown.map(({ title, points }, place) => (
        <g key={title} className={classes.series} data-series={place}>
          {unbroken(points).map((piece) => (
            <polyline
              key={piece[0]?.ranAt}
              className={classes.line}
              points={piece.map(({ ranAt, miles: figure }) => `${x(ranAt)},${y(figure)}`).join(' ')}
            />
          ))}
          {points.map(({ runId, ranAt, miles: figure }) =>
            figure === null ? null : (
              <Point
                key={runId}
                shape={place}
                x={x(ranAt)}
                y={y(figure)}
                words={`${title}, ${absoluteTime(ranAt)}: ${formatNumber(figure)} miles`}
                // By keyboard, the rows of the table below link to the same.
                onOpen={() => navigate(scopePath({ kind: 'run', runId }))}
              />
            ),
          )}
        </g>
      ))}
    </ChartFrame>
  );
}

type Tick = { at: number; text: string };

/** The labels of runs that fit beside each other without touching. */
function apart(ticks: readonly Tick[]): Tick[] {
  const named: Tick[] = [];
  for (const tick of ticks) {
    const last = named.at(-1);
    if (last === undefined || tick.at - last.at > textWidth(tick.text) + 10) named.push(tick);
  }
  return named;
}

type PointProps = {
  shape: number;
  x: number;
  y: number;
  words?: string;
  /** Shows its run. */
  onOpen?: () => void;
};

/** Lines are distinguished by shapes as well as colours. */
function Point({ shape, x, y, words, onOpen }: PointProps) {
  const drawn = {
    className: classes.point,
    onClick: onOpen,
    style: onOpen && { cursor: 'pointer' },
  };
  const title = words === undefined ? null : <title>{words}</title>;
  if (shape % 3 === 1)
    return (
      <rect {...drawn} x={x - 3.5} y={y - 3.5} width={7} height={7}>
        {title}
      </rect>
    );
  if (shape % 3 === 2)
    return (
      <path {...drawn} d={`M${x},${y - 4.5}l4.5,8h-9z`}>
        {title}
      </path>
    );
  return (
    <circle {...drawn} cx={x} cy={y} r={4}>
      {title}
    </circle>
  );
}
