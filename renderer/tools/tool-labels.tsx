import type { Posture, Tool } from '#shared/contract/catalogue.ts';
import { Money } from '../money/money.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';

const HEALTH_TONES: Readonly<Record<string, Tone>> = { operational: 'good', degraded: 'warn' };

/** The service's own word for a Tool's health; "not known" where it has none. */
export function Health({ status }: { status: string | null }) {
  return <Tag tone={HEALTH_TONES[status ?? ''] ?? 'quiet'}>{status ?? 'health not told'}</Tag>;
}

/** The listed price: exact where it can be read, else in the service's words. A quote alone names what is charged. */
export function ListedPrice({ tool }: { tool: Pick<Tool, 'displayPrice' | 'priceLabel'> }) {
  if (tool.displayPrice) return <Money amount={tool.displayPrice} />;
  return <span>{tool.priceLabel ?? 'price not told'}</span>;
}

const POSTURES: Record<Posture['state'], { words: string; tone: Tone }> = {
  callable: { words: 'Callable', tone: 'good' },
  needs_setup: { words: 'Needs setup', tone: 'warn' },
  unavailable: { words: 'Unavailable', tone: 'bad' },
  not_found: { words: 'Not found', tone: 'quiet' },
  unknown: { words: 'Not known', tone: 'quiet' },
};

export function PostureBadge({ posture }: { posture: Posture }) {
  const { words, tone } = POSTURES[posture.state];
  return <Tag tone={tone}>{words}</Tag>;
}

export const providerLabel = (tool: Pick<Tool, 'provider'>): string =>
  tool.provider.name ?? tool.provider.slug ?? 'provider not told';
