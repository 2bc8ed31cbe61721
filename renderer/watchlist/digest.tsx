import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { spaceChangeLabel } from '#shared/award-search/space-change-label.ts';
import type { DigestEntry } from '#shared/contract/watchlist.ts';
import { plural } from '#shared/formats.ts';
import { standingTitle } from '#shared/records/insight-labels.ts';
import { matchLabel } from '#shared/records/match-label.ts';
import { changedPath } from '../addresses/compare-address.ts';
import { resultsPath } from '../addresses/results-address.ts';
import { api } from '../api/api.ts';
import { changesQuery, digestQuery } from '../records/queries.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { NotDone, NotRead } from '../ui/failure-notice.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { scopePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { ChangedCounts } from './changed-counts.tsx';
import { NotificationPermission } from './notification-permission.tsx';
import { runPriceLabel } from './price-labels.ts';
import { PriceSpark } from './price-spark.tsx';
import classes from './watchlist.module.css';
import { worthKnowing } from './worth-knowing.ts';

/** Entries shown before the user requests all. */
const SHOWN = 3;

/**
 * What changed since the user last read it, the newest first, with the matches of their rules; there until read.
 * `hasRules`: whether there are any rules. `isWatching`: whether anything is watched; otherwise only changes are shown.
 */
export function Digest({ hasRules, isWatching }: { hasRules: boolean; isWatching: boolean }) {
  const digest = useQuery(digestQuery);
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useMutation({
    mutationFn: (entries: readonly DigestEntry[]) =>
      api.watchlist.markRead({ upTo: entries.map(({ upTo }) => upTo) }),
    onSuccess: (_, entries) => {
      announce(entries.length === 1 ? `Read: ${entries[0]?.title}` : 'All read.');
      // The pressed button is removed: the focus stays in its container.
      heading.current?.focus();
    },
  });
  if (digest.isLoadingError) return <NotRead of={digest} title="What changed could not be read" />;
  if (digest.data === undefined) return null;
  const { entries, notifications } = digest.data;
  if (entries.length === 0 && !isWatching) return null;
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <section className={classes.digest} aria-labelledby="digest">
      <Group justify="space-between" wrap="nowrap">
        <h2 id="digest" ref={heading} tabIndex={-1}>
          What’s new
        </h2>
        {entries.length > 0 && (
          <Button size="compact-sm" loading={read.isPending} onClick={() => read.mutate(entries)}>
            Mark all as read
          </Button>
        )}
      </Group>
      {hasRules && notifications === 'page' && <NotificationPermission />}
      <NotDone of={read} title="It was not marked as read" />
      {entries.length === 0 ? (
        <p className={classes.small}>No changes since your last visit.</p>
      ) : (
        <>
          <First entries={entries} />
          <Entries entries={shown} onRead={(entry) => read.mutate([entry])} />
        </>
      )}
      {entries.length > shown.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  );
}

/** Of several searches, the changes worth knowing first; one search says its own. */
function First({ entries }: { entries: readonly DigestEntry[] }) {
  const news = entries.length > 1 ? worthKnowing(entries, SHOWN) : [];
  if (news.length === 0) return null;
  return (
    <ol className={classes.first} aria-label="Worth knowing first">
      {news.map(({ key, words, path }) => (
        <li key={key}>
          <PageLink underline="hover" href={path}>
            {words}
          </PageLink>
        </li>
      ))}
    </ol>
  );
}

type EntriesProps = { entries: readonly DigestEntry[]; onRead: (entry: DigestEntry) => void };

function Entries({ entries, onRead }: EntriesProps) {
  const pairs = entries.flatMap(({ beforeRunId, lastRunId }) =>
    beforeRunId < lastRunId ? { before: beforeRunId, after: lastRunId } : [],
  );
  const changes = useQuery(changesQuery(pairs));
  return (
    <ul className={classes.entries} aria-label="What changed">
      {entries.map((entry) => {
        const { searchId, title, beforeRunId, lastRunId, matches, matchCount } = entry;
        const counts = changes.data?.get(lastRunId)?.counts;
        return (
          <li key={searchId}>
            <div className={classes.entry}>
              <div>
                <PageLink underline="hover" href={scopePath({ kind: 'search', searchId })} fw={500}>
                  <SearchTitle title={title} />
                </PageLink>
                {beforeRunId < lastRunId && <LeadingPrice entry={entry} />}
                {beforeRunId < lastRunId &&
                  (counts === undefined ? (
                    <div>{changes.isLoadingError ? 'What changed could not be read' : '…'}</div>
                  ) : (
                    <ChangedCounts counts={counts} before={beforeRunId} after={lastRunId} />
                  ))}
                <div className={classes.small}>
                  {entry.refreshes > 0 ? (
                    <>
                      {plural(entry.refreshes, 'refresh', 'refreshes')}, the last <Ago at={entry.at} />
                    </>
                  ) : (
                    <Ago at={entry.at} />
                  )}
                </div>
              </div>
              <Group gap="xs" wrap="nowrap">
                {beforeRunId < lastRunId && (
                  <PageLink
                    underline="hover"
                    href={changedPath(beforeRunId, lastRunId)}
                    aria-label={`Compare then and now: ${title}`}
                  >
                    Compare
                  </PageLink>
                )}
                <Button size="compact-sm" aria-label={`Mark as read: ${title}`} onClick={() => onRead(entry)}>
                  Mark as read
                </Button>
              </Group>
            </div>
            {matchCount > 0 && (
              <ul className={classes.matches} aria-label={`Alerts: ${title}`}>
                {matches.map((match) => (
                  <li key={matchLabel(match)} data-removed={match.removedSince !== null || undefined}>
                    <Match match={match} />
                    {match.standing !== null && <Standing standing={match.standing} searchId={searchId} />}
                  </li>
                ))}
                {matchCount > matches.length && (
                  <li>and {plural(matchCount - matches.length, 'more record')}</li>
                )}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The price first: as last read, and now. */
function LeadingPrice({ entry: { prices, refreshes } }: { entry: DigestEntry }) {
  const { words, isGood } = runPriceLabel(prices.at(-1 - refreshes), prices.at(-1));
  return (
    <Group gap="2px 12px">
      <span className={classes.price} data-good={isGood ?? undefined}>
        {words}
      </span>
      <PriceSpark prices={prices} />
    </Group>
  );
}

/** A match as notified, and what became of it. */
function Match({ match }: { match: DigestEntry['matches'][number] }) {
  const { removedSince, now } = match;
  const words = matchLabel(match);
  if (removedSince !== null)
    return (
      <>
        <s>{words}</s> removed in the refresh <Ago at={removedSince} />
      </>
    );
  const became = now === null ? '' : spaceChangeLabel(match, now);
  if (now === null || became === '') return words;
  return (
    <>
      {words}; <strong>{became}</strong> in the refresh <Ago at={now.at} />
    </>
  );
}

/** How its current price ranks; the record itself shows the dates behind it. */
function Standing({
  standing: { versionId, price },
  searchId,
}: {
  standing: NonNullable<DigestEntry['matches'][number]['standing']>;
  searchId: number;
}) {
  if (price === null) return null;
  return (
    <>
      {' · '}
      <PageLink href={resultsPath({ scope: { kind: 'search', searchId }, record: versionId })}>
        {standingTitle(price)}
      </PageLink>
    </>
  );
}
