// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
import { memo } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { absoluteTime, plainDate, plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { grantTerms } from '#shared/purchase/grant-terms.ts';
import { changedPath } from '../addresses/compare-address.ts';
import { resultsPath } from '../addresses/results-address.ts';
import { Money } from '../money/money.tsx';
import { isDue, nextRefreshLabel, ruleLabel, whyThenLines } from '../permissions/refresh-labels.ts';
import { offerLabel } from '../records/award-labels.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { agoLabel, spanLabel } from '../ui/relative-time.ts';
import { purchasePath, scopePath } from '../ui/screen-paths.ts';
import { Tag } from '../ui/tag.tsx';
import { ChangedCounts } from './changed-counts.tsx';
import { runPriceLabel } from './price-labels.ts';
import { PriceSpark } from './price-spark.tsx';
import type { RowActs, RowChanges } from './row-acts.ts';
import { RowMenu } from './row-menu.tsx';
import classes from './watched-table.module.css';

/** Kinds of change in a cell; the comparison of the runs has all of them. */
const MAX_CHANGES = 3;

type WatchedRowProps = {
  search: Watched;
  now: number;
  changes: RowChanges;
  chosen: boolean;
  acts: RowActs;
};

/** One search: its name, changes, next refresh, cost, and actions. */
export const WatchedRow = memo(function WatchedRow({ search, now, changes, chosen, acts }: WatchedRowProps) {
  const { searchId, title, next } = search;
  return (
    <tr role="row" data-chosen={chosen || undefined}>
      <td role="cell">
        <input
          type="checkbox"
          className={classes.choice}
          aria-label={`Choose ${title}`}
          checked={chosen}
          onChange={(event) => acts.choose(searchId, event.currentTarget.checked)}
        />
      </td>
      <td role="cell" className={classes.search}>
        <a href={scopePath({ kind: 'search', searchId })}>
          <SearchTitle title={title} />
        </a>
        <div className={classes.small}>
          <Then at={search.lastRunAt} now={now} />, {plural(search.runs, 'run')}
          {!search.refresh.full && (
            <span className={classes.partial} title="The last run did not read every page">
              {' '}
              · partial
            </span>
          )}
        </div>
        <Facts search={search} now={now} />
      </td>
      <td role="cell">
        <Price search={search} />
      </td>
      <td role="cell">
        <LastChange search={search} changes={changes} />
      </td>
      <td role="cell" title={next.kind === 'at' ? absoluteTime(next.at) : undefined}>
        {isDue(search, now) ? (
          <Tag tone="warn">{nextRefreshLabel(search, now)}</Tag>
        ) : (
          nextRefreshLabel(search, now)
        )}
        {whyThenLines(search).map((words) => (
          <div key={words} className={classes.small}>
            {words}
          </div>
        ))}
      </td>
      <td role="cell" data-numeric>
        {search.refresh.cost === null ? '–' : <Money amount={search.refresh.cost} />}
        <div className={classes.small}>{plural(search.refresh.pages, 'page')}</div>
      </td>
      <td role="cell" data-numeric>
        <RowMenu search={search} acts={acts} />
      </td>
    </tr>
  );
});

/** A time without a timer of its own: the table has one for all. */
const Then = ({ at, now }: { at: number; now: number }) => (
  <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
    {agoLabel(at, now)}
  </time>
);

/** The user's settings for it, and what prevents the next refresh. */
function Facts({ search: { grant, rule, trouble, openPurchase }, now }: { search: Watched; now: number }) {
  return (
    <>
      {rule !== null && <div className={classes.fact}>Notifies you: {ruleLabel(rule)}</div>}
      {grant !== null && (
        <div className={classes.fact}>
          Refreshes by itself {grantTerms(grant)}, up to {amountLabel(grant.perDay)} a day until{' '}
          {plainDate(grant.until)}
          {grant.nextAt !== null && grant.nextAt > now && `. Next in ${spanLabel(grant.nextAt - now)}`}
        </div>
      )}
      {trouble !== null && (
        <div className={classes.trouble}>
          The last refresh by itself, <Then at={trouble.at} now={now} />: {trouble.words}
        </div>
      )}
      {openPurchase !== null && (
        <div className={classes.trouble}>
          An earlier purchase is not settled. <a href={purchasePath(openPurchase)}>View purchase</a>
        </div>
      )}
    </>
  );
}

/** The price first: before and now, with a small line of the cheapest over time. */
function Price({ search }: { search: Watched }) {
  const { searchId, prices, cheapest } = search;
  const { words, isGood } = runPriceLabel(prices.at(-2), prices.at(-1));
  if (cheapest === null) return <span className={classes.small}>{offerLabel(search)}</span>;
  return (
    <>
      <a
        className={classes.price}
        data-good={isGood ?? undefined}
        href={resultsPath({
          scope: { kind: 'search', searchId },
          filter: { available: true },
          sort: [{ by: 'miles', descending: false }],
        })}
      >
        {words}
      </a>
      <PriceSpark prices={prices} />
    </>
  );
}

function LastChange({ search, changes }: { search: Watched; changes: RowChanges }) {
  const { beforeRunId, lastRunId, title } = search;
  if (beforeRunId === null) return <span className={classes.small}>First run</span>;
  if (changes === 'reading') return <span className={classes.small}>Reading…</span>;
  if (changes === 'unreadable') return <span className={classes.small}>could not be read</span>;
  return (
    <>
      <ChangedCounts counts={changes.counts} before={beforeRunId} after={lastRunId} most={MAX_CHANGES} />
      <a
        className={classes.more}
        href={changedPath(beforeRunId, lastRunId)}
        aria-label={`Compare runs: ${title}`}
      >
        Compare runs
      </a>
    </>
  );
}
