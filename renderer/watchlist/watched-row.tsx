// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
import { memo } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { formatAmount } from '#shared/money.ts';
import { counted } from '../components/count-words.ts';
import { Money } from '../components/money.tsx';
import { absoluteTime, agoWords, spanWords } from '../components/relative-time.ts';
import { changedPath, purchasePath, scopePath } from '../components/screen-paths.ts';
import { SearchTitle } from '../components/search-title.tsx';
import { Tag } from '../components/tag.tsx';
import { offerWords } from '../results/award-words.ts';
import { changeWords } from './change-words.ts';
import { boundWords, isDue, nextLookWords, ruleWords, whyThenWords } from './look-words.ts';
import { RowMenu } from './row-menu.tsx';
import type { RowDialog } from './search-dialog.tsx';
import classes from './watched-table.module.css';
import type { RowChanges } from './watched-table.tsx';

/** What can be done with one search. */
export type RowActs = {
  choose: (searchId: number, isChosen: boolean) => void;
  watch: (searchId: number, watched: boolean) => void;
  open: (kind: RowDialog['kind'], searchId: number) => void;
};

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
          asked <Then at={search.lastAskedAt} now={now} />, {counted(search.runs, 'run')},{' '}
          {offerWords(search, (miles) => `from ${miles} miles`)}
        </div>
        <Facts search={search} now={now} />
      </td>
      <td role="cell">
        <LastChange search={search} changes={changes} />
      </td>
      <td role="cell" title={next.kind === 'at' ? absoluteTime(next.at) : undefined}>
        {isDue(search, now) ? (
          <Tag tone="warn">{nextLookWords(search, now)}</Tag>
        ) : (
          nextLookWords(search, now)
        )}
        <div className={classes.small}>{whyThenWords(search)}</div>
      </td>
      <td role="cell" data-numeric>
        {search.look.cost === null ? (
          'price not known'
        ) : (
          <>
            {boundWords(search)}
            <Money amount={search.look.cost} />
          </>
        )}
        <div className={classes.small}>{counted(search.look.pages, 'page')}</div>
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
    {agoWords(at, now)}
  </time>
);

/** What the person set for it, and what stands in the way of the next look. */
function Facts({ search: { grant, rule, trouble, openPurchase }, now }: { search: Watched; now: number }) {
  return (
    <>
      {rule !== null && <div className={classes.fact}>Tells you of {ruleWords(rule)}</div>}
      {grant !== null && (
        <div className={classes.fact}>
          Looks by itself, up to {formatAmount(grant.perDay)} a day until {grant.until}
        </div>
      )}
      {trouble !== null && (
        <div className={classes.trouble}>
          The last look by itself, <Then at={trouble.at} now={now} />: {trouble.words}
          {grant !== null &&
            trouble.notBefore > now &&
            ` The next one in ${spanWords(trouble.notBefore - now)} at the earliest.`}
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
  const { changed, unread } = changeWords(changes.counts);
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
