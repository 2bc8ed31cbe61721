import { useQuery } from '@tanstack/react-query';
import { missingScope } from '../status/key-label.ts';
import { statusQuery } from '../status/queries.ts';
import { PageLink } from '../ui/page-link.tsx';
import { TryNetwork } from './try-network.tsx';

/** The remedy for whatever prevents a quote; nothing where there is none. */
export function ObstacleRemedy() {
  const { data: status } = useQuery(statusQuery);
  if (status === undefined) return null;
  if (status.network.state === 'offline') return <TryNetwork />;
  if (status.key.state !== 'none' && missingScope(status.key) === null) return null;
  return <PageLink href="/settings/marketplace/key">Store a key</PageLink>;
}
