import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grantableOf } from '../watchlist/look-words.ts';
import { watchlistQuery } from '../watchlist/watchlist-query.ts';
import { GrantFields } from './grant-fields.tsx';

/** The way to give leave to refresh one saved search. */
export function GiveGrant() {
  const [asking, setAsking] = useState(false);
  const searches = useQuery(watchlistQuery);
  if (searches.data === undefined) return null;
  const grantable = searches.data.flatMap((search) => grantableOf(search) ?? []);
  if (grantable.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {searches.data.length === 0
          ? 'A permission is given for a saved search: run one first.'
          : 'A permission needs an award search Tool, and there is none in the kept catalogue.'}
      </Text>
    );
  if (asking) return <GrantFields searches={grantable} choose onDone={() => setAsking(false)} />;
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Give a permission…
      </Button>
    </Group>
  );
}
