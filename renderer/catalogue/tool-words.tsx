import { Badge, type MantineColor } from '@mantine/core';
import type { Posture, Tool } from '#shared/contract/catalogue.ts';
import { Money } from '../components/money.tsx';

const HEALTH_COLOURS: Record<string, MantineColor> = { operational: 'teal', degraded: 'orange' };

/** The service's own word for a Tool's health; "not told" where it has none. */
export function Health({ status }: { status: string | null }) {
  return (
    <Badge variant="light" color={HEALTH_COLOURS[status ?? ''] ?? 'gray'} size="sm" tt="none" maw="100%">
      {status ?? 'health not told'}
    </Badge>
  );
}

/** The listed price: exact where it can be read, else in the service's words. A quote alone names what is charged. */
export function ListedPrice({ tool }: { tool: Pick<Tool, 'displayPrice' | 'priceLabel'> }) {
  if (tool.displayPrice) return <Money amount={tool.displayPrice} />;
  return <span>{tool.priceLabel ?? 'price not told'}</span>;
}

const POSTURES: Record<Posture['state'], { words: string; colour: MantineColor }> = {
  callable: { words: 'Callable', colour: 'teal' },
  needs_setup: { words: 'Needs setup', colour: 'orange' },
  unavailable: { words: 'Unavailable', colour: 'red' },
  not_found: { words: 'Not found', colour: 'gray' },
  unknown: { words: 'Not known', colour: 'gray' },
};

export function PostureBadge({ posture }: { posture: Posture }) {
  const { words, colour } = POSTURES[posture.state];
  return (
    <Badge variant="light" color={colour} size="lg" tt="none">
      {words}
    </Badge>
  );
}

export const providerWords = (tool: Pick<Tool, 'provider'>): string =>
  tool.provider.name ?? tool.provider.slug ?? 'provider not told';
