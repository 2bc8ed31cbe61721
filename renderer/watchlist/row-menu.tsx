import { Menu } from '@mantine/core';
import {
  IconBell,
  IconBookmarkMinus,
  IconBookmarkPlus,
  IconClockPlay,
  IconDots,
  IconFile,
  IconFiles,
  IconSearch,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Watched } from '#shared/contract/watchlist.ts';
import { plural } from '#shared/formats.ts';
import { formPath, formRequest } from '../addresses/form-path.ts';
import { api } from '../api/api.ts';
import type { RowActs } from './row-acts.ts';
import classes from './watched-table.module.css';

type RowMenuProps = { search: Watched; acts: RowActs };

/** Focuses the button of a row's menu again, unless the row was removed. */
export const focusActions = (searchId: number): void =>
  document.querySelector<HTMLElement>(`[data-actions-of="${searchId}"]`)?.focus();

/** The actions on one search, behind one button. */
export function RowMenu({ search, acts }: RowMenuProps) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>
        <button
          type="button"
          data-actions-of={search.searchId}
          className={classes.dots}
          aria-label={`Actions: ${search.title}`}
        >
          <IconDots size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Items search={search} acts={acts} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Items({ search, acts }: RowMenuProps) {
  const { searchId, watched, refresh, rule, grant } = search;
  return (
    <>
      <Menu.Item
        component={Link}
        href={formPath(formRequest(search, refresh.input.take), refresh.toolRef)}
        leftSection={<IconSearch size={15} />}
      >
        Open in Search
      </Menu.Item>
      <Menu.Item leftSection={<IconBell size={15} />} onClick={() => acts.open('rule', searchId)}>
        {rule === null ? 'Notify me…' : 'Change notification…'}
      </Menu.Item>
      {refresh.toolRef !== null && (
        <Menu.Item leftSection={<IconClockPlay size={15} />} onClick={() => acts.open('grant', searchId)}>
          {grant === null ? 'Refresh by itself…' : 'Standing permission…'}
        </Menu.Item>
      )}
      {(refresh.pagesBefore > 1 || refresh.firstPageOnly) && (
        <Menu.Item
          leftSection={refresh.firstPageOnly ? <IconFiles size={15} /> : <IconFile size={15} />}
          onClick={() =>
            void api.watchlist.setFirstPageOnly({ searchId, firstPageOnly: !refresh.firstPageOnly })
          }
        >
          {refresh.firstPageOnly
            ? `Read ${plural(refresh.pagesBefore, 'page')} a refresh`
            : 'Read the first page only'}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={watched ? <IconBookmarkMinus size={15} /> : <IconBookmarkPlus size={15} />}
        onClick={() => acts.watch(searchId, !watched)}
      >
        {watched ? 'Stop watching' : 'Watch'}
      </Menu.Item>
    </>
  );
}
