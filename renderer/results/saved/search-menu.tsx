import { Menu } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconColumns3,
  IconCursorText,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { formPath, formRequest } from '../../addresses/form-path.ts';
import { useSearchAgain } from '../../quote/search-again.ts';
import { watchingQuery } from '../../records/queries.ts';
import { announce } from '../../ui/status-messages.ts';
import { pathWith } from '../../views/last-columns.ts';
import { usePlaces } from '../../views/places.ts';
import { useSavedSearchActs } from './saved-search-acts.ts';

type SearchMenuProps = {
  search: SavedSearch;
  onClose: () => void;
  onRename: () => void;
  /** Before it is removed. */
  onRemove: () => void;
  /** The menu's button. */
  children: ReactElement;
};

/** The actions on one saved search. Rendered only while it is open, because hundreds of rows have one each. */
export function SearchMenu({ search, onClose, onRename, onRemove, children }: SearchMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-end" transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Items search={search} onRename={onRename} onRemove={onRemove} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Items({ search, onRename, onRemove }: Pick<SearchMenuProps, 'search' | 'onRename' | 'onRemove'>) {
  const { searchId, take, lastRunId } = search;
  const { data: watching } = useQuery(watchingQuery(searchId));
  const { obstacle, toolRef, again } = useSearchAgain({ searchId, runId: lastRunId });
  const acts = useSavedSearchActs();
  const places = usePlaces();
  const on = watching?.watched === true;
  return (
    <>
      <Menu.Item
        leftSection={<IconRefresh size={15} />}
        title={obstacle ?? undefined}
        aria-disabled={obstacle !== null || undefined}
        onClick={() => (obstacle === null ? again() : announce(obstacle))}
      >
        Search again
      </Menu.Item>
      <Menu.Item
        component={Link}
        href={formPath(formRequest(search, take), toolRef)}
        leftSection={<IconPencil size={15} />}
      >
        Edit search
      </Menu.Item>
      <Menu.Item
        component={Link}
        href={pathWith({ scope: { kind: 'search', searchId }, filter: {} }, places)}
        leftSection={<IconColumns3 size={15} />}
      >
        Add to Compare
      </Menu.Item>
      <Menu.Item
        leftSection={on ? <IconBookmarkFilled size={15} /> : <IconBookmark size={15} />}
        onClick={() => acts.watch([searchId], !on)}
      >
        {on ? 'Stop watching' : 'Watch'}
      </Menu.Item>
      <Menu.Item leftSection={<IconCursorText size={15} />} onClick={onRename}>
        Rename…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={15} />}
        onClick={() => {
          onRemove();
          void acts.remove([search]);
        }}
      >
        Remove from list
      </Menu.Item>
    </>
  );
}
