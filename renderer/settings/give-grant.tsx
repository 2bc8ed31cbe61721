import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GrantFields } from '../permissions/grant-fields.tsx';
import { grantableOf } from '../permissions/refresh-labels.ts';
import { watchlistQuery } from '../records/watchlist-query.ts';

/** Gives permission to refresh one saved search. */
export function GiveGrant() {
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
