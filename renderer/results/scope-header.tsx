import { Anchor } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { Moneys } from '../money/money.tsx';
import { cabinLabel, cabinList, EXHAUSTED_MESSAGE } from '../records/award-labels.ts';
import classes from '../records/results.module.css';
import { Ago } from '../ui/ago.tsx';
import { purchasePath } from '../ui/screen-paths.ts';

type ScopeSummary = Awaited<ReturnType<ContractClient['results']['scope']>>;

type ScopeHeaderProps = {
  summary: ScopeSummary;
  /** How many records pass the filters, where not all do. */
  passing: number | undefined;
};

/** What is shown, as of when, what it has cost and where it came from. */
export const ScopeHeader = memo(function ScopeHeader({ summary, passing }: ScopeHeaderProps) {
  const { run, paid } = summary;
  // Records of several runs were not all bought with the last one.
  const isLast = paid !== null && paid.runs > 1;
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{summary.title}</h2>
      <ul className={classes.facts} aria-label="About these records">
        <Fact>
          {summary.cabins.length > 1
            ? `Cabins asked for: ${cabinList(summary.cabins)}`
            : cabinLabel(summary.cabin)}
        </Fact>
        <Fact>
          <Count all={summary.records} passing={passing} />
        </Fact>
        {summary.newestAt !== null && (
          <Fact>
            newest <Ago at={summary.newestAt} as="age" />
          </Fact>
        )}
        {summary.oldestAt !== null &&
          summary.newestAt !== null &&
          summary.newestAt - summary.oldestAt > 60_000 && (
            <Fact>
              oldest <Ago at={summary.oldestAt} as="age" />
            </Fact>
          )}
        {summary.flagged > 0 && (
          <Fact>{formatNumber(summary.flagged)} with members or values the contract does not show</Fact>
        )}
        {isLast && (
          <Fact>
            {plural(paid.pages, 'page')} in {plural(paid.runs, 'run')} for <Moneys amounts={paid.cost} />
          </Fact>
        )}
        {run && (
          <Fact>
            {isLast && 'the last: '}
            {plural(run.pages, 'page')} for <Moneys amounts={run.cost} />
          </Fact>
        )}
        {run && run.calls.length > 0 && (
          <Fact>
            {run.calls.length > MOST_NAMED ? (
              <ManyCalls calls={run.calls} />
            ) : (
              <>
                {run.calls.length === 1 ? '' : 'Calls and purchases of '}
                <Calls calls={run.calls} />
              </>
            )}
          </Fact>
        )}
      </ul>
      {run && run.remarks.length > 0 && (
        <ul className={classes.note} aria-label="What does not fit in the answers">
          {run.remarks.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {run?.exhausted === true && <p className={classes.note}>{EXHAUSTED_MESSAGE}</p>}
    </header>
  );
});

/** How many records there are, of how many; it follows once the rows stand. */
function Count({ all, passing }: { all: number; passing: number | undefined }) {
  const later = useDeferredValue(passing);
  if (later === undefined) return plural(all, 'record');
  return (
    <strong>
      {formatNumber(later)} of {plural(all, 'record')}
    </strong>
  );
}

/** More Calls than these are named only where somebody wants to see them. */
const MOST_NAMED = 12;

type CallList = { calls: NonNullable<ScopeSummary['run']>['calls'] };

function ManyCalls({ calls }: CallList) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.calls} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{formatNumber(calls.length)} Calls and purchases</summary>
      {opened && <Calls calls={calls} />}
    </details>
  );
}

const Calls = ({ calls }: CallList) =>
  calls.map((call, index) => (
    <span key={call.purchaseId}>
      {index > 0 && ', '}
      <Anchor
        component={Link}
        href={purchasePath(call.purchaseId)}
        inherit
        underline="always"
        title={[
          call.callRef && `Call ${call.callRef}`,
          call.requestId && `request ${call.requestId}`,
          'Opens the purchase',
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        {calls.length === 1 ? 'its Call and purchase' : `page ${index + 1}`}
      </Anchor>
    </span>
  ));

const Fact = ({ children }: { children: ReactNode }) => <li>{children}</li>;
