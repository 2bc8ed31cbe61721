import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { missingScope } from '../status/key-label.ts';
import { statusQuery } from '../status/status-query.ts';
import { TryNetwork } from './try-network.tsx';

/** The remedy for whatever prevents a quote; nothing where there is none. */
export function ObstacleRemedy() {
  const { data: status } = useQuery(statusQuery);
  if (status === undefined) return null;
  if (status.network.state === 'offline') return <TryNetwork />;
  if (status.key.state !== 'none' && missingScope(status.key) === null) return null;
  return (
    <Anchor component={Link} href="/settings/marketplace/key" inherit underline="always">
      Store a key
    </Anchor>
  );
}
