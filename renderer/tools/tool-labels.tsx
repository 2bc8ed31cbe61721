import type { Posture, Tool } from '#shared/contract/catalogue.ts';
import { amountLabel, parseAmount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { Money } from '../money/money.tsx';
import { Tag, type Tone } from '../ui/tag.tsx';

const HEALTH_TONES: Readonly<Record<string, Tone>> = { operational: 'good', degraded: 'warn' };

/** The service's own word for a Tool's health; "not known" where it has none. */
export function Health({ status }: { status: string | null }) {
  return <Tag tone={ownEntry(HEALTH_TONES, status ?? '') ?? 'quiet'}>{status ?? 'Health unknown'}</Tag>;
}

/**
 * The listed price: exact where it can be read, otherwise in the service's words. Only a quote names what is charged.
 */
export function ListedPrice({ tool }: { tool: Pick<Tool, 'displayPrice' | 'priceLabel'> }) {
  if (tool.displayPrice) return <Money amount={tool.displayPrice} />;
  return <span title={tool.priceLabel ?? undefined}>{shortPrice(tool.priceLabel) ?? 'No price listed'}</span>;
}

/** The service's words for a price, its amount without insignificant decimals: `USD 0.022 per request`. */
const shortPrice = (label: string | null): string | null =>
  label?.replace(/\b([A-Z]{3}) (\d{1,12}\.\d{1,18})\b/u, (whole, currency: string, digits: string) => {
    const amount = parseAmount(digits, currency, 18);
    return amount === undefined ? whole : amountLabel(amount);
  }) ?? null;

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
  tool.provider.name ?? tool.provider.slug ?? 'Provider unknown';
