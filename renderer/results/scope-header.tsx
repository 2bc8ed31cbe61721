import { Anchor } from '@mantine/core';
import { Fragment, memo, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { Moneys } from '../money/money.tsx';
import { alikeLabels } from '../records/alike-columns.ts';
import { cabinLabel, cabinList, EXHAUSTED_MESSAGE } from '../records/award-labels.ts';
import classes from '../records/results.module.css';
import { Ages } from '../ui/ago.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { countsLabel, type RecordCounts } from './record-counts.ts';

type ScopeSummary = Awaited<ReturnType<ContractClient['results']['scope']>>;
type RunOfScope = NonNullable<ScopeSummary['run']>;

type ScopeHeaderProps = {
  summary: ScopeSummary;
  /** All records of the scope, and how many of them pass the filters. */
  all: number;
  passing: number | undefined;
  /** Columns omitted from the table, whose common value is shown here. */
  hidden: readonly string[];
};

/** What is shown, its date, cost and source. */
export const ScopeHeader = memo(function ScopeHeader({ summary, all, passing, hidden }: ScopeHeaderProps) {
  const { run, paid, newestAt, oldestAt } = summary;
  // Records of several runs were not all bought with the last one.
  const isLast = paid !== null && paid.runs > 1;
  return (
    <ul className={classes.facts} aria-label="About these records">
      <Fact>
        <Count all={all} passing={passing} />
      </Fact>
      {summary.cabins.length > 1 && <Fact>Cabins mixed: {cabinList(summary.cabins)}</Fact>}
      {summary.criteria === null && summary.cabins.length === 1 && <Fact>{cabinLabel(summary.cabin)}</Fact>}
      {alikeLabels(summary.alike)
        // The title of a search already names its one route.
        .filter(({ column }) => hidden.includes(column) && (column !== 'route' || summary.criteria === null))
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
      {run?.exhausted === true && (
        <Fact>
          <span title={EXHAUSTED_MESSAGE}>complete</span>
        </Fact>
      )}
    </ul>
  );
});

/** Inconsistencies in a run's answers. */
export const Remarks = ({ remarks }: Pick<RunOfScope, 'remarks'>) =>
  remarks.length > 0 && (
    <ul className={classes.note} aria-label="What does not fit in the answers">
      {remarks.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );

/** How many records pass the filters, of how many. */
function Count({ all, passing }: RecordCounts) {
  const words = countsLabel({ all, passing });
  return passing === undefined || passing === all ? words : <strong>{words}</strong>;
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
  <Anchor
    component={Link}
    href={purchasePath(call.purchaseId)}
    inherit
    underline="always"
    title={[
      'View purchase',
      call.callRef && `Call ${call.callRef}`,
      call.requestId && `request ${call.requestId}`,
    ]
      .filter(Boolean)
      .join(' · ')}
  >
    {children}
  </Anchor>
);

const Fact = ({ children }: { children: ReactNode }) => <li>{children}</li>;
