import { SegmentedControl, Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SpaceInsight } from '#shared/contract/insights.ts';
import { dateSpan, formatNumber, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { MAX_LEAD, type StripGroup } from '#shared/insights/space-pattern.ts';
import { appearsLabel, REMOVED_FACTS, refreshLabel, staysLabel } from '#shared/records/insight-labels.ts';
import { api } from '../api/api.ts';
import { weekOrder } from '../records/calendar-layout.ts';
import { Ago } from '../ui/ago.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import prose from '../ui/prose.module.css';
import { TableHead } from '../ui/table-head.tsx';
import classes from './insights.module.css';
import { SourceLinks } from './source-links.tsx';

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type SpacePanelProps = {
  origins: readonly string[];
  destinations: readonly string[];
  programme: string;
  /** '' where none was requested. */
  cabin: string;
  /** Absent: the award search of the contract. */
  source?: string | undefined;
  /** The first day of travel that a refresh is suggested for. */
  travelFrom: string | null;
};

/** When space appears on one or several routes, and how long it stays, as a strip, in words and as a table. */
export function SpacePanel({ origins, destinations, programme, cabin, source, travelFrom }: SpacePanelProps) {
  const [by, setBy] = useState<StripGroup>('weekday');
  const subject = {
    origins: [...origins],
    destinations: [...destinations],
    programme,
    cabin,
    ...(source !== undefined && { source }),
  };
  const space = useQuery({
    queryKey: ['results', 'space', subject, travelFrom],
    queryFn: () => api.insights.space({ ...subject, ...(travelFrom !== null && { travelFrom }) }),
    placeholderData: keepPreviousData,
  });
  if (space.isLoadingError) return <NotRead of={space} title="Earlier runs could not be read" />;
  if (space.data === undefined) return <p className={prose.line}>Reading earlier runs…</p>;
  const suggested = refreshLabel(space.data);
  const { weekdays, months } = space.data;
  const week = weekOrder();
  const rows = by === 'weekday' ? week.map((day) => weekdays[day] ?? []) : months;
  const names = by === 'weekday' ? week.map((day) => WEEKDAY_NAMES[day] ?? '') : MONTH_NAMES;
  return (
    <div>
      <p className={prose.line}>
        {appearsLabel(space.data)} {staysLabel(space.data)}
      </p>
      {suggested !== null && <p className={prose.line}>{suggested}</p>}
      <p className={prose.small}>{REMOVED_FACTS}</p>
      <SegmentedControl
        aria-label="Rows of the strip"
        size="xs"
        data={[
          { value: 'weekday', label: 'By weekday of travel' },
          { value: 'month', label: 'By month of travel' },
        ]}
        value={by}
        onChange={(value) => setBy(value === 'month' ? 'month' : 'weekday')}
      />
      <Strip rows={rows} names={names} />
      <StripTable rows={rows} names={names} />
      <Runs runs={space.data.runs} />
    </div>
  );
}

type StripProps = { rows: SpaceInsight['weekdays']; names: readonly string[] };

const LEFT = 36;
const ROW = 20;
/** The width of the strip in pixels: at most, and before it is measured. */
const WIDEST = 900;
const NARROW = 390;

function Strip({ rows, names }: StripProps) {
  const id = useId();
  // Drawn in pixels, because a picture that grows with its place would enlarge its text.
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = Math.min(WIDEST, measured || NARROW);
  const dayWidth = (width - LEFT - 8) / (MAX_LEAD + 1);
  const height = rows.length * ROW + 20;
  // Departure is on the right, in the direction of time.
  const x = (lead: number) => LEFT + (MAX_LEAD - lead) * dayWidth;
  const cells = rows.flat();
  const seen = cells.filter((cell) => cell.seen > 0).length;
  return (
    <div ref={ref}>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Days before departure: space seen on ${seen}, read without any on ${cells.length - seen}, the others not read`}
      >
        <defs>
          <pattern id={`${id}unread`} width="5" height="5" patternUnits="userSpaceOnUse">
            <rect className={classes.unread} width="5" height="5" />
            <path className={classes.hatch} d="M0 5L5 0" />
          </pattern>
        </defs>
        {rows.map((row, place) => (
          <g key={names[place]}>
            <text className={classes.axis} x={0} y={place * ROW + 14}>
              {names[place]}
            </text>
            <rect
              fill={`url(#${id}unread)`}
              x={LEFT}
              width={(MAX_LEAD + 1) * dayWidth}
              y={place * ROW + 1}
              height={ROW - 2}
            />
            {row.map(({ lead, seen, none }) => (
              <rect
                key={lead}
                className={seen > 0 ? classes.bar : classes.none}
                x={x(lead)}
                width={dayWidth}
                y={place * ROW + 1}
                height={ROW - 2}
              >
                <title>{`${names[place]}, ${plural(lead, 'day')} out: space on ${seen} of ${plural(seen + none, 'date')} read`}</title>
              </rect>
            ))}
          </g>
        ))}
        {[0, 60, 120, 180, 240, 300, 360].map((lead) => (
          <text key={lead} className={classes.axis} x={x(lead)} y={height - 5} textAnchor="middle">
            {lead}
          </text>
        ))}
      </svg>
      <ul className={classes.legend} aria-label="Legend">
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect className={classes.bar} width="14" height="14" />
          </svg>
          space seen
        </li>
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect className={classes.none} width="14" height="14" />
          </svg>
          read, and none
        </li>
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect fill={`url(#${id}unread)`} width="14" height="14" />
          </svg>
          not read
        </li>
        <li>Days before departure, departure on the right.</li>
      </ul>
    </div>
  );
}

/** The strip's figures; days without a row were not read. */
function StripTable({ rows, names }: StripProps) {
  return (
    <details className={classes.more}>
      <summary>The same as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keys */}
      <section className={classes.scroll} tabIndex={0} aria-label="Days before departure">
        <Table aria-label="Award space by days before departure">
          <TableHead
            columns={[
              'Travel',
              { name: 'Days out', ta: 'right' },
              { name: 'Dates with space', ta: 'right' },
              { name: 'Read, and none', ta: 'right' },
            ]}
          />
          <Table.Tbody>
            {rows.flatMap((row, place) =>
              row.map(({ lead, seen, none }) => (
                <Table.Tr key={`${names[place]} ${lead}`}>
                  <Table.Td>{names[place]}</Table.Td>
                  <Table.Td ta="right">{lead}</Table.Td>
                  <Table.Td ta="right">{formatNumber(seen)}</Table.Td>
                  <Table.Td ta="right">{formatNumber(none)}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}

function Runs({ runs }: Pick<SpaceInsight, 'runs'>) {
  return (
    <details className={classes.more}>
      <summary>From {plural(runs.length, 'run')}</summary>
      <ul className={classes.steps} aria-label="Runs counted">
        {runs.map(({ source, at, covers }) => (
          <li key={source.runId}>
            <SourceLinks source={source} />, <Ago at={at} />
            {covers === null
              ? ': shows space alone, never that there is none'
              : `: read ${dateSpan(covers.from, covers.until)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
