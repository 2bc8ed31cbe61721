// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
import { IconDots } from '@tabler/icons-react';
import { memo, useMemo, useRef } from 'react';
import { splitCodes } from '#shared/award-search/request.ts';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { absoluteTime, formatNumber, plural } from '#shared/formats.ts';
import { resultsPath } from '../../addresses/results-address.ts';
import { Moneys } from '../../money/money.tsx';
import { offerLabel } from '../../records/award-labels.ts';
import { SearchTitle } from '../../records/search-title.tsx';
import { useFocusAfterRemoval } from '../../ui/forms/focus-after-removal.ts';
import { useNow } from '../../ui/now.ts';
import { followLink } from '../../ui/page-link.tsx';
import { agoLabel } from '../../ui/relative-time.ts';
import { scopePath } from '../../ui/screen-paths.ts';
import classes from './saved-searches.module.css';
import { SearchMenu } from './search-menu.tsx';

type SavedSearchTableProps = {
  searches: readonly SavedSearch[];
  chosen: ReadonlySet<number>;
  /** The same function in every render, so that a choice renders only one row. */
  onChoose: (searchId: number, chosen: boolean) => void;
  /** The search whose menu is open. */
  menuOf: number | null;
  onMenu: (searchId: number | null) => void;
  onRename: (searchId: number) => void;
};

/** Hundreds of rows of plain elements, of which the browser lays out only those in sight. */
export function SavedSearchTable(props: SavedSearchTableProps) {
  const { searches, chosen, onChoose, menuOf, onMenu, onRename } = props;
  const now = useNow();
  // A row's button is replaced while its menu is open, and removed with its search.
  const rows = useRef<HTMLTableSectionElement>(null);
  const closing = useFocusAfterRemoval(rows, DOTS);
  const removing = useFocusAfterRemoval(rows, DOTS);
  const latest = useRef({ searches, closing, removing });
  latest.current = { searches, closing, removing };
  const leaving = useMemo(() => {
    const placeOf = (searchId: number) =>
      latest.current.searches.findIndex((search) => search.searchId === searchId);
    return {
      close: (searchId: number) => latest.current.closing(placeOf(searchId)),
      remove: (searchId: number) => latest.current.removing(placeOf(searchId)),
    };
  }, []);
  return (
    <div className={classes.scroller}>
      <table role="table" aria-label="Saved searches" className={classes.searches} onClick={followLink}>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {['Search', 'Last run', 'Records', 'Best miles', 'Cost so far'].map((name, place) => (
              <th key={name} scope="col" role="columnheader" data-numeric={place > 1 || undefined}>
                {name}
              </th>
            ))}
            <td role="cell" />
          </tr>
        </thead>
        <tbody role="rowgroup" ref={rows}>
          {searches.map((search) => (
            <SavedSearchRow
              key={search.searchId}
              search={search}
              now={now}
              chosen={chosen.has(search.searchId)}
              onChoose={onChoose}
              hasMenu={menuOf === search.searchId}
              onMenu={onMenu}
              onRename={onRename}
              leaving={leaving}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const DOTS = '[aria-haspopup="menu"]';

/** `LCY, LGW, LHR to HND, NRT`: the airports below the name. */
const airportsOf = ({ origin_airport: from, destination_airport: to }: Record<string, unknown>): string =>
  typeof from === 'string' && typeof to === 'string'
    ? `${splitCodes(from).join(', ')} to ${splitCodes(to).join(', ')}`
    : '';

type SavedSearchRowProps = Pick<SavedSearchTableProps, 'onChoose' | 'onMenu' | 'onRename'> & {
  search: SavedSearch;
  now: number;
  chosen: boolean;
  hasMenu: boolean;
  /** Called before the focus is lost with a menu, or with the row; the same in every render. */
  leaving: { close: (searchId: number) => void; remove: (searchId: number) => void };
};

const SavedSearchRow = memo(function SavedSearchRow(props: SavedSearchRowProps) {
  const { search, now, chosen, onChoose, hasMenu, onMenu, onRename, leaving } = props;
  const { title, runs, lastRunAt, lastPages, records, cost, searchId, cheapest, partial, criteria } = search;
  const dots = (
    <button
      type="button"
      className={classes.dots}
      aria-label={`Actions: ${title}`}
      aria-haspopup="menu"
      onClick={() => onMenu(hasMenu ? null : searchId)}
    >
      <IconDots size={18} aria-hidden />
    </button>
  );
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
        <a href={scopePath({ kind: 'search', searchId })}>
          <SearchTitle title={title} />
        </a>
        <div className={classes.times}>
          {airportsOf(criteria)}
          {runs > 1 && ` · ${plural(runs, 'run')}`}
        </div>
      </td>
      <td role="cell">
        <time dateTime={new Date(lastRunAt).toISOString()} title={absoluteTime(lastRunAt)}>
          {agoLabel(lastRunAt, now)}
        </time>
      </td>
      <td role="cell" data-numeric>
        {formatNumber(records)}
        {partial && (
          <div className={classes.partial} title={`${plural(lastPages, 'page')} read, and there is more`}>
            Partial
          </div>
        )}
      </td>
      <td role="cell" data-numeric>
        {cheapest === null ? (
          <span className={classes.times}>{offerLabel(search)}</span>
        ) : (
          <a
            href={resultsPath({
              scope: { kind: 'search', searchId },
              filter: { available: true },
              sort: [{ by: 'miles', descending: false }],
            })}
          >
            {offerLabel(search)}
          </a>
        )}
      </td>
      <td role="cell" data-numeric>
        <Moneys amounts={cost} />
      </td>
      <td role="cell">
        {hasMenu ? (
          <SearchMenu
            search={search}
            onClose={() => {
              leaving.close(searchId);
              onMenu(null);
            }}
            onRename={() => onRename(searchId)}
            onRemove={() => leaving.remove(searchId)}
          >
            {dots}
          </SearchMenu>
        ) : (
          dots
        )}
      </td>
    </tr>
  );
});
