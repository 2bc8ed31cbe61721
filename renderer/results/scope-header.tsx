import { Anchor } from '@mantine/core';
import { Fragment, memo, type ReactNode, useState } from 'react';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { changedFilter } from '../addresses/results-address.ts';
import { Moneys } from '../money/money.tsx';
import { cabinLabel, cabinList } from '../records/award-labels.ts';
import { endLabel } from '../records/extent-labels.ts';
import { alikeLabels } from '../records/record-columns.tsx';
import classes from '../records/results.module.css';
import { MadeUpMark, useMadeUp } from '../status/made-up.tsx';
import { Ages } from '../ui/ago.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { countsLabel, hiddenLabel, hiddenTitle, type RecordCounts } from './record-counts.ts';

type ScopeSummary = Awaited<ReturnType<ContractClient['results']['scope']>>;
type RunOfScope = NonNullable<ScopeSummary['run']>;

type ScopeHeaderProps = {
  summary: ScopeSummary;
  /** Null before the rows are known. */
  counts: RecordCounts | null;
  /** How many pass the filters, once their rows were painted. */
  passing: number | undefined;
  filter: RecordFilter;
  onFilter: (filter: RecordFilter) => void;
  /** Columns omitted from the table, whose common value is shown here. */
  hidden: readonly string[];
};

/** What is shown, its date, cost and source. */
export const ScopeHeader = memo(function ScopeHeader(props: ScopeHeaderProps) {
  const { summary, counts, passing, hidden, filter, onFilter } = props;
  const isMadeUp = useMadeUp(summary.demo);
  const left = counts && hiddenLabel(counts);
  const { run, paid, newestAt, oldestAt } = summary;
  const end = run && endLabel(run);
  // Records of several runs were not all bought with the last one.
  const isLast = paid !== null && paid.runs > 1;
  return (
    <ul className={classes.facts} aria-label="About these records">
      {isMadeUp && (
        <Fact>
          <MadeUpMark demo />
        </Fact>
      )}
      <Fact>
        {counts === null ? plural(summary.records, 'record') : <Count counts={counts} passing={passing} />}
      </Fact>
      {left !== null && (
        <Fact>
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            title={counts === null ? undefined : hiddenTitle(counts)}
            onClick={() =>
              onFilter(
                changedFilter(filter, {
                  available: undefined,
                  ...((counts?.hidden.fewerSeats ?? 0) > 0 && { enoughSeats: undefined }),
                }),
              )
            }
          >
            {left}
          </Anchor>
        </Fact>
      )}
      {summary.cabins.length > 1 && <Fact>Cabins mixed: {cabinList(summary.cabins)}</Fact>}
      {summary.criteria === null && summary.cabins.length === 1 && <Fact>{cabinLabel(summary.cabin)}</Fact>}
      {alikeLabels(summary.alike)
        // The title of a search already names its one route, and the counts what they count.
        .filter(
          ({ column }) =>
            hidden.includes(column) &&
            (column !== 'route' || summary.criteria === null) &&
            (column !== 'available' || counts?.kind === 'any'),
        )
        .map(({ column, words }) => (
          <Fact key={column}>{words}</Fact>
        ))}
      {newestAt !== null && oldestAt !== null && (
        <Fact>
          <Ages newest={newestAt} oldest={oldestAt} />
        </Fact>
      )}
      {summary.tripDetails !== 0 && (
        <Fact>
          {summary.tripDetails !== null && `${formatNumber(summary.tripDetails)} `}with trip details
        </Fact>
      )}
      {summary.flagged > 0 && (
        <Fact>
          <span title="They have details that Milepost did not expect.">
            {formatNumber(summary.flagged)} flagged
          </span>
        </Fact>
      )}
      {isLast && (
        <Fact>
          <span title={`${plural(paid.pages, 'page')} in all`}>
            {plural(paid.runs, 'run')}, <Moneys amounts={paid.cost} />
          </span>
        </Fact>
      )}
      {run && (
        <Fact>
          {isLast ? (
            <>
              last <Pages run={run} />
            </>
          ) : (
            <Pages run={run} />
          )}
        </Fact>
      )}
      {end && (
        <Fact>
          <span title={end.why}>{end.words}</span>
        </Fact>
      )}
    </ul>
  );
});

/** Inconsistencies in a run's answers. */
export const Remarks = ({ remarks }: Pick<RunOfScope, 'remarks'>) =>
  remarks.length > 0 && (
    <ul className={`${classes.note} ${classes.problems}`} aria-label="What does not fit in the answers">
      {remarks.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );

/** How many records pass the filters, of how many. */
function Count({ counts, passing }: { counts: RecordCounts; passing: number | undefined }) {
  const words = countsLabel({ ...counts, passing });
  return passing === undefined || passing === counts.all ? words : <strong>{words}</strong>;
}

/** The pages of a run and their cost, linked to the purchase that paid for them, or to each of several. */
function Pages({ run: { pages, cost, calls } }: { run: RunOfScope }) {
  const [opened, setOpened] = useState(false);
  const words = (
    <>
      {plural(pages, 'page')}, <Moneys amounts={cost} />
    </>
  );
  const [only] = calls;
  if (only === undefined) return words;
  if (calls.length === 1) return <PurchaseLink call={only}>{words}</PurchaseLink>;
  return (
    <details className={classes.calls} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary title="View purchases">{words}</summary>
      {opened &&
        calls.map((call, index) => (
          <Fragment key={call.purchaseId}>
            {index > 0 && ', '}
            <PurchaseLink call={call}>page {index + 1}</PurchaseLink>
          </Fragment>
        ))}
    </details>
  );
}

const PurchaseLink = ({ call, children }: { call: RunOfScope['calls'][number]; children: ReactNode }) => (
  <PageLink
    href={purchasePath(call.purchaseId)}
    title={[
      'View purchase',
      call.callRef && `Call ${call.callRef}`,
      call.requestId && `request ${call.requestId}`,
    ]
      .filter(Boolean)
      .join(' · ')}
  >
    {children}
  </PageLink>
);

const Fact = ({ children }: { children: ReactNode }) => <li>{children}</li>;
