import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { Money } from '../money/money.tsx';
import { GrantFields } from '../permissions/grant-fields.tsx';
import { grantsQuery } from '../permissions/grants-query.ts';
import { grantableOf } from '../permissions/refresh-labels.ts';
import { batchesQuery } from '../quote/batches/batches-query.ts';
import { showBatch } from '../quote/batches/next-pages-sheet.ts';
import { watchlistQuery } from '../records/queries.ts';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { GrantTable } from './grant-table.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What may be spent without asking each time: nothing unless the user permitted it, and only for a time. */
export function StandingSection() {
  const grants = useQuery(grantsQuery);
  const batches = useQuery(batchesQuery);
  const running = batches.data?.filter(({ state }) => state === 'running') ?? [];
  return (
    <SettingsSection
      title="Standing permissions"
      about="Refreshes one search by itself as often as you say, so many pages, up to an amount a day, until a last day. None unless you give one."
    >
      <NotRead of={grants} />
      {grants.isPending && <LoadingState />}
      {running.length > 0 && <RunningBatches batches={running} />}
      {grants.data?.length === 0 && <Text>None. Nothing is bought without your approval.</Text>}
      {grants.data && grants.data.length > 0 && <GrantTable grants={grants.data} />}
      {grants.data && <GiveGrant />}
    </SettingsSection>
  );
}

/** Approvals of several pages that are in progress. */
function RunningBatches({ batches }: { batches: readonly Batch[] }) {
  return (
    <>
      {batches.map((batch) => (
        <Group key={batch.batchId} gap="sm" wrap="nowrap" justify="space-between">
          <Text>
            <strong>{batch.title}</strong>: {batch.words} At most <Money amount={batch.ceiling} />.
          </Text>
          <Button size="xs" flex="none" onClick={() => showBatch(batch.batchId)}>
            Show the pages
          </Button>
        </Group>
      ))}
    </>
  );
}

/** Gives permission to refresh one saved search. */
function GiveGrant() {
  const [confirming, setConfirming] = useState(false);
  const searches = useQuery(watchlistQuery);
  if (searches.data === undefined) return null;
  const grantable = searches.data.flatMap((search) => grantableOf(search) ?? []);
  if (grantable.length === 0)
    return (
      <Text c="dimmed">
        {searches.data.length === 0
          ? 'A permission is given for a saved search: run one first.'
          : 'A permission needs an award search Tool, and the cached catalogue has none.'}
      </Text>
    );
  if (confirming) return <GrantFields searches={grantable} choose onDone={() => setConfirming(false)} />;
  return (
    <Group>
      <Button size="xs" onClick={() => setConfirming(true)}>
        Give a permission…
      </Button>
    </Group>
  );
}
