// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
import { memo } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { absoluteTime, plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { Money } from '../money/money.tsx';
import {
  boundLabel,
  isDue,
  nextRefreshLabel,
  ruleLabel,
  whyThenMessage,
} from '../permissions/refresh-labels.ts';
import { offerLabel } from '../records/award-labels.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { agoLabel, spanLabel } from '../ui/relative-time.ts';
import { changedPath, purchasePath, scopePath } from '../ui/screen-paths.ts';
import { Tag } from '../ui/tag.tsx';
import { changeLabel } from './change-labels.ts';
import type { RowActs, RowChanges } from './row-acts.ts';
import { RowMenu } from './row-menu.tsx';
import classes from './watched-table.module.css';

type WatchedRowProps = {
  search: Watched;
  now: number;
  changes: RowChanges;
  chosen: boolean;
  acts: RowActs;
};

/** One search: what it is, what changed, when to look again, what that costs, and what can be done with it. */
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
          asked <Then at={search.lastRunAt} now={now} />, {plural(search.runs, 'run')},{' '}
          {offerLabel(search, (miles) => `from ${miles} miles`)}
        </div>
        <Facts search={search} now={now} />
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
        <div className={classes.small}>{whyThenMessage(search)}</div>
      </td>
      <td role="cell" data-numeric>
        {search.refresh.cost === null ? (
          'price not known'
        ) : (
          <>
            {boundLabel(search)}
            <Money amount={search.refresh.cost} />
          </>
        )}
        <div className={classes.small}>{plural(search.refresh.pages, 'page')}</div>
      </td>
      <td role="cell" data-numeric>
        <RowMenu search={search} acts={acts} />
      </td>
    </tr>
  );
});

/** A moment without a clock of its own: the table has one for all. */
const Then = ({ at, now }: { at: number; now: number }) => (
  <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
    {agoLabel(at, now)}
  </time>
);

/** What the user set for it, and what stands in the way of the next refresh. */
function Facts({ search: { grant, rule, trouble, openPurchase }, now }: { search: Watched; now: number }) {
  return (
    <>
      {rule !== null && <div className={classes.fact}>Tells you of {ruleLabel(rule)}</div>}
      {grant !== null && (
        <div className={classes.fact}>
          Looks by itself, up to {amountLabel(grant.perDay)} a day until {grant.until}
        </div>
      )}
      {trouble !== null && (
        <div className={classes.trouble}>
          The last refresh by itself, <Then at={trouble.at} now={now} />: {trouble.words}
          {grant !== null &&
            trouble.notBefore > now &&
            ` The next one in ${spanLabel(trouble.notBefore - now)} at the earliest.`}
        </div>
      )}
      {openPurchase !== null && (
        <div className={classes.trouble}>
          An earlier purchase of it is not settled, so it is not bought again.{' '}
          <a href={purchasePath(openPurchase)}>Show the purchase</a>
        </div>
      )}
    </>
  );
}

function LastChange({ search, changes }: { search: Watched; changes: RowChanges }) {
  const { beforeRunId, lastRunId, title } = search;
  if (beforeRunId === null) return <span className={classes.small}>asked once: nothing to compare with</span>;
  if (changes === 'reading') return <span className={classes.small}>Reading…</span>;
  if (changes === 'unreadable') return <span className={classes.small}>could not be read</span>;
  const { changed, unread } = changeLabel(changes.counts);
  return (
    <>
      <div>{changed || 'nothing changed'}</div>
      {unread && <div className={classes.small}>{unread}</div>}
      <a
        className={classes.more}
        href={changedPath(beforeRunId, lastRunId)}
        aria-label={`Compare the two runs: ${title}`}
      >
        Compare the two runs
      </a>
    </>
  );
}
