import { Anchor } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { ContractClient } from '#shared/contract/index.ts';
import { Ago } from '../components/ago.tsx';
import { Moneys } from '../components/money.tsx';
import { purchasePath } from '../components/screen-paths.ts';
import { cabinList, cabinWords, EXHAUSTED_WORDS, formatNumber, plural } from './award-words.ts';
import classes from './results.module.css';

type Told = Awaited<ReturnType<ContractClient['results']['scope']>>;

type ScopeHeaderProps = {
  told: Told;
  /** How many records pass the filters, where not all do. */
  passing: number | undefined;
};

/** What is shown, as of when, what it has cost and where it came from. */
export const ScopeHeader = memo(function ScopeHeader({ told, passing }: ScopeHeaderProps) {
  const { run, paid } = told;
  // Records of several askings were not all bought with the last one.
  const isLast = paid !== null && paid.runs > 1;
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{told.title}</h2>
      <ul className={classes.facts} aria-label="About these records">
        <Fact>
          {told.cabins.length > 1 ? `Cabins asked for: ${cabinList(told.cabins)}` : cabinWords(told.cabin)}
        </Fact>
        <Fact>
          <Count all={told.records} passing={passing} />
        </Fact>
        {told.newestAt !== null && (
          <Fact>
            newest <Ago at={told.newestAt} as="age" />
          </Fact>
        )}
        {told.oldestAt !== null && told.newestAt !== null && told.newestAt - told.oldestAt > 60_000 && (
          <Fact>
            oldest <Ago at={told.oldestAt} as="age" />
          </Fact>
        )}
        {told.flagged > 0 && (
          <Fact>{formatNumber(told.flagged)} with members the contract does not show</Fact>
        )}
        {isLast && (
          <Fact>
            {plural(paid.pages, 'page')} in {plural(paid.runs, 'asking')} for <Moneys amounts={paid.cost} />
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
      {run?.exhausted === true && <p className={classes.note}>{EXHAUSTED_WORDS}</p>}
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

type CallList = { calls: NonNullable<Told['run']>['calls'] };

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
