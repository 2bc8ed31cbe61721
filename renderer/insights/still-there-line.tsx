import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StillThereInsight } from '#shared/contract/insights.ts';
import { plural, travelDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { REMOVED_FACTS, refreshCostLabel, stillThereLabel } from '#shared/records/insight-labels.ts';
import { api } from '../api/api.ts';
import { Ago } from '../ui/ago.tsx';
import { useNow } from '../ui/now.ts';
import prose from '../ui/prose.module.css';
import { TableHead } from '../ui/table-head.tsx';
import { Caveat, InsightSection } from './insight-section.tsx';
import classes from './insights.module.css';
import { SourceLinks } from './source-links.tsx';

const STEP_MS = 900_000;

/** How many similar records were still there at this record's age, and about what reading it again costs. */
export function StillThereLine({ versionId, seenAt }: { versionId: number; seenAt: number }) {
  // In quarters of an hour, so that it is not counted again four times a minute.
  const age = Math.max(0, Math.floor((useNow() - seenAt) / STEP_MS)) * STEP_MS;
  const still = useQuery({
    queryKey: ['results', 'still-there', versionId, age],
    queryFn: () => api.insights.stillThere({ versionId, age }),
    placeholderData: keepPreviousData,
  });
  return (
    <InsightSection
      title="Still there?"
      insight={still}
      reading="Reading earlier runs…"
      unread="Earlier runs could not be read"
    >
      {(insight) => (
        <>
          <p className={prose.line}>
            Seen <Ago at={seenAt} />. {stillThereLabel(insight)} {refreshCostLabel(insight)}
          </p>
          {insight.missing === null && (
            <Caveat short="What was removed may have become dearer" full={REMOVED_FACTS} />
          )}
          {insight.evidence.length > 0 && <Evidence evidence={insight.evidence} />}
        </>
      )}
    </InsightSection>
  );
}

const STANDING_LABELS = {
  there: 'still there',
  removed: 'removed',
  either: 'removed before or after: no run says which',
} as const;

function Evidence({ evidence }: Pick<StillThereInsight, 'evidence'>) {
  return (
    <details className={classes.more}>
      <summary>Show the {plural(evidence.length, 'date')} like it</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keys */}
      <section className={classes.scroll} tabIndex={0} aria-label="Dates like it">
        <Table aria-label="Dates like this record">
          <TableHead columns={['Date', 'At that age', 'First seen by', 'Read next by']} />
          <Table.Tbody>
            {evidence.map(({ date, programme, standing, first, next }) => (
              <Table.Tr key={`${date} ${programme}`}>
                <Table.Td>
                  {travelDate(date)}, {programmeLabel(programme)}
                </Table.Td>
                <Table.Td>{STANDING_LABELS[standing]}</Table.Td>
                <Table.Td>
                  <SourceLinks source={first} />
                </Table.Td>
                <Table.Td>
                  <SourceLinks source={next} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
