import { ActionIcon, Anchor, Checkbox, Menu, Table } from '@mantine/core';
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
import { memo } from 'react';
import { Link } from 'wouter';
import type { Watched } from '#shared/contract/watchlist.ts';
import { formatAmount } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { Ago } from '../components/ago.tsx';
import { counted, countWords } from '../components/count-words.ts';
import { absoluteTime, spanWords } from '../components/relative-time.ts';
import { changedPath, purchasePath, scopePath, searchPath } from '../components/screen-paths.ts';
import { SearchTitle } from '../components/search-title.tsx';
import { Tag } from '../components/tag.tsx';
import { changeWords } from './change-words.ts';
import { costWords, isDue, nextLookWords, ruleWords, whyThenWords } from './look-words.ts';
import type { RowDialog } from './search-dialog.tsx';
import type { RowChanges } from './watched-table.tsx';
import classes from './watchlist.module.css';

type WatchedRowProps = {
  search: Watched;
  now: number;
  changes: RowChanges;
  chosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onWatch: (watched: boolean) => void;
  onDialog: (kind: RowDialog['kind']) => void;
};

/** One search: what it is, what changed, when to look again, what that costs, and what can be done with it. */
export const WatchedRow = memo(function WatchedRow(props: WatchedRowProps) {
  const { search, now, changes, chosen, onChoose } = props;
  const { searchId, title, next } = search;
  return (
    <Table.Tr data-chosen={chosen || undefined}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Choose ${title}`}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className={classes.wrap}>
        <Anchor component={Link} href={scopePath({ kind: 'search', searchId })} inherit fw={500}>
          <SearchTitle title={title} />
        </Anchor>
        <div className={classes.small}>
          asked <Ago at={search.lastAskedAt} />, {counted(search.runs, 'run')},{' '}
          {search.cheapest === null ? 'no award space' : `from ${countWords(search.cheapest)} miles`}
        </div>
        <Facts search={search} now={now} />
      </Table.Td>
      <Table.Td>
        <LastChange search={search} changes={changes} />
      </Table.Td>
      <Table.Td title={next.kind === 'at' ? absoluteTime(next.at) : undefined}>
        {isDue(search, now) ? (
          <Tag tone="warn">{nextLookWords(search, now)}</Tag>
        ) : (
          nextLookWords(search, now)
        )}
        <div className={classes.small}>{whyThenWords(search)}</div>
      </Table.Td>
      <Table.Td ta="right">
        {costWords(search)}
        <div className={classes.small}>{counted(search.look.pages, 'page')}</div>
      </Table.Td>
      <Table.Td ta="right">
        <RowMenu {...props} />
      </Table.Td>
    </Table.Tr>
  );
});

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
          The last look by itself, <Ago at={trouble.at} />: {trouble.words}
          {grant !== null &&
            trouble.notBefore > now &&
            ` The next one in ${spanWords(trouble.notBefore - now)} at the earliest.`}
        </div>
      )}
      {openPurchase !== null && (
        <div className={classes.trouble}>
          An earlier purchase of it is not settled, so it is not bought again.{' '}
          <Anchor component={Link} href={purchasePath(openPurchase)} inherit underline="always">
            Show the purchase
          </Anchor>
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
      <Anchor
        component={Link}
        href={changedPath(beforeRunId, lastRunId)}
        size="xs"
        aria-label={`Compare the last two runs: ${title}`}
      >
        Compare the two runs
      </Anchor>
    </>
  );
}

function RowMenu({ search, onWatch, onDialog }: WatchedRowProps) {
  const { searchId, title, criteria, watched, look, rule, grant } = search;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 80 }} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions: ${title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={searchPath(criteria)} leftSection={<IconSearch size={15} />}>
          Open in Search
        </Menu.Item>
        <Menu.Item leftSection={<IconBell size={15} />} onClick={() => onDialog('rule')}>
          {rule === null ? 'Tell me about…' : 'Change what you are told…'}
        </Menu.Item>
        {look.toolRef !== null && (
          <Menu.Item leftSection={<IconClockPlay size={15} />} onClick={() => onDialog('grant')}>
            {grant === null ? 'Let it look by itself…' : 'Permission to look by itself…'}
          </Menu.Item>
        )}
        {(look.pagesBefore > 1 || look.firstPageOnly) && (
          <Menu.Item
            leftSection={look.firstPageOnly ? <IconFiles size={15} /> : <IconFile size={15} />}
            onClick={() =>
              void api.watchlist.setFirstPageOnly({ searchId, firstPageOnly: !look.firstPageOnly })
            }
          >
            {look.firstPageOnly
              ? `Read ${counted(look.pagesBefore, 'page')} a look`
              : 'Read the first page only'}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={watched ? <IconBookmarkMinus size={15} /> : <IconBookmarkPlus size={15} />}
          onClick={() => onWatch(!watched)}
        >
          {watched ? 'Take off the watchlist' : 'Put back on the watchlist'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
