// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
import { memo } from 'react';
import type { ContractClient } from '#shared/contract/index.ts';
import { absoluteTime, formatNumber } from '#shared/formats.ts';
import { Moneys } from '../../money/money.tsx';
import { offerLabel } from '../../records/award-labels.ts';
import { followLink } from '../../ui/follow-link.ts';
import { useNow } from '../../ui/now.ts';
import { agoLabel } from '../../ui/relative-time.ts';
import { scopePath } from '../../ui/screen-paths.ts';
import { prefetchLink } from '../prefetch.ts';
import classes from './saved-searches.module.css';

type Search = Awaited<ReturnType<ContractClient['results']['searches']>>[number];

type SavedSearchTableProps = {
  searches: readonly Search[];
  chosen: ReadonlySet<number>;
  /** Keeps its identity, so that one choice draws one row. */
  onChoose: (searchId: number, chosen: boolean) => void;
};

/** Hundreds of rows of plain elements, of which the browser lays out only those in sight. */
export function SavedSearchTable({ searches, chosen, onChoose }: SavedSearchTableProps) {
  const now = useNow();
  return (
    <div className={classes.scroller}>
      <table
        role="table"
        aria-label="Saved searches"
        className={classes.searches}
        onClick={followLink}
        onPointerOver={prefetchLink}
        onPointerDown={prefetchLink}
        onFocus={prefetchLink}
      >
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            <th scope="col" role="columnheader">
              Search
            </th>
            <th scope="col" role="columnheader">
              Last asked
            </th>
            <th scope="col" role="columnheader" data-numeric>
              Records
            </th>
            <th scope="col" role="columnheader" data-numeric>
              Cheapest miles
            </th>
            <th scope="col" role="columnheader" data-numeric>
              Cost so far
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {searches.map((search) => (
            <SavedSearch
              key={search.searchId}
              search={search}
              now={now}
              chosen={chosen.has(search.searchId)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SavedSearchProps = Pick<SavedSearchTableProps, 'onChoose'> & {
  search: Search;
  now: number;
  chosen: boolean;
};

const SavedSearch = memo(function SavedSearch({ search, now, chosen, onChoose }: SavedSearchProps) {
  const { title, runs, lastRunAt, records, cost, searchId } = search;
  return (
    <tr role="row">
      <td role="cell">
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={chosen}
          onChange={(event) => onChoose(searchId, event.currentTarget.checked)}
        />
      </td>
      <td role="cell" className={classes.search}>
        <a href={scopePath({ kind: 'search', searchId })}>{title}</a>
        <div className={classes.times}>asked {runs === 1 ? 'once' : `${formatNumber(runs)} times`}</div>
      </td>
      <td role="cell">
        <time dateTime={new Date(lastRunAt).toISOString()} title={absoluteTime(lastRunAt)}>
          {agoLabel(lastRunAt, now)}
        </time>
      </td>
      <td role="cell" data-numeric>
        {formatNumber(records)}
      </td>
      <td role="cell" data-numeric>
        {offerLabel(search)}
      </td>
      <td role="cell" data-numeric>
        <Moneys amounts={cost} />
      </td>
    </tr>
  );
});
