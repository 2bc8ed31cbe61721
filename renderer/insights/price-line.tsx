import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PriceInsight } from '#shared/contract/insights.ts';
import { formatNumber, plural, shortMiles, travelDate } from '#shared/formats.ts';
import { PRICE_FACTS, priceLabel } from '#shared/records/insight-labels.ts';
import { resultsPath } from '../addresses/results-address.ts';
import { api } from '../api/api.ts';
import { Ago } from '../ui/ago.tsx';
import { PageLink } from '../ui/page-link.tsx';
import prose from '../ui/prose.module.css';
import { TableHead } from '../ui/table-head.tsx';
import { Caveat, InsightSection } from './insight-section.tsx';
import classes from './insights.module.css';
import { SourceLinks } from './source-links.tsx';

/** How a record's price ranks among the other dates seen; a click shows all of them. */
export function PriceLine({ versionId }: { versionId: number }) {
  const price = useQuery({
    queryKey: ['results', 'price', versionId],
    queryFn: () => api.insights.price({ versionId }),
  });
  return (
    <InsightSection
      title="Is it a good price?"
      insight={price}
      reading="Reading earlier prices…"
      unread="Earlier prices could not be read"
    >
      {(insight) => (
        <>
          <p className={prose.line}>{priceLabel(insight)}</p>
          {insight.missing === null && (
            <Caveat short="The fewest miles of a day; the dearest may be missing" full={PRICE_FACTS} />
          )}
          {insight.points.length > 0 && <Distribution insight={insight} />}
        </>
      )}
    </InsightSection>
  );
}

const WIDTH = 400;
const HEIGHT = 120;
const STEPS = 20;

function Distribution({ insight: { points, miles, dates } }: { insight: PriceInsight }) {
  return (
    <details className={classes.more}>
      <summary>Show the {plural(dates, 'date')}</summary>
      {miles !== null && <Spread prices={points.map((point) => point.miles)} own={miles} />}
      <p className={prose.small}>
        Each date of travel once, with the fewest miles seen for it in this comparison.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keys */}
      <section className={classes.scroll} tabIndex={0} aria-label="Dates compared">
        <Table aria-label="Dates compared with">
          <TableHead columns={['Date', { name: 'Miles', ta: 'right' }, 'Seen', 'Source']} />
          <Table.Tbody>
            {points.map((point) => (
              <Table.Tr key={point.date}>
                <Table.Td>
                  <PageLink
                    href={resultsPath({
                      scope: { kind: 'run', runId: point.source.runId },
                      record: point.versionId,
                    })}
                  >
                    {travelDate(point.date)}
                  </PageLink>
                </Table.Td>
                <Table.Td ta="right">{formatNumber(point.miles)}</Table.Td>
                <Table.Td>
                  <Ago at={point.at} />
                </Table.Td>
                <Table.Td>
                  <SourceLinks source={point.source} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}

/** The prices in steps of equal width, with the place of this one. */
function Spread({ prices, own }: { prices: readonly number[]; own: number }) {
  const [least, most] = [Math.min(own, ...prices), Math.max(own, ...prices)];
  const width = Math.max(1, (most - least) / STEPS);
  const counts = new Array<number>(STEPS).fill(0);
  for (const price of prices) {
    const step = Math.min(STEPS - 1, Math.floor((price - least) / width));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  const highest = Math.max(...counts);
  const x = (miles: number) => 8 + ((WIDTH - 16) * (miles - least)) / (width * STEPS);
  const bar = (WIDTH - 16) / STEPS;
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Miles from ${formatNumber(least)} to ${formatNumber(most)}; this price is ${formatNumber(own)}`}
    >
      {counts.map((count, step) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={step}
          className={classes.bar}
          x={8 + step * bar + 0.5}
          width={bar - 1}
          y={HEIGHT - 20 - (80 * count) / highest}
          height={(80 * count) / highest}
        />
      ))}
      <line className={classes.own} x1={x(own)} x2={x(own)} y1={8} y2={HEIGHT - 20} />
      <text className={classes.axis} x={8} y={HEIGHT - 5}>
        {shortMiles(least)}
      </text>
      <text className={classes.axis} x={WIDTH - 8} y={HEIGHT - 5} textAnchor="end">
        {shortMiles(most)}
      </text>
    </svg>
  );
}
