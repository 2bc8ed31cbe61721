import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#shared/money.ts';
import { estimateLabel, estimateReason } from './estimate-label.ts';
import { previewQuery } from './preview-query.ts';

type CostEstimateProps = {
  request: Readonly<Record<string, unknown>>;
  /** What one page costs, as listed; null where that is not known. */
  price: Amount | null;
};

/** How many pages the search may take and what they may cost, before any quote; nothing where the cache knows nothing. */
export function CostEstimate({ request, price }: CostEstimateProps) {
  const [still] = useDebouncedValue(JSON.stringify(request), 200);
  const { data: preview } = useQuery(previewQuery(still));
  if (!preview?.estimate) return null;
  return (
    <span title={estimateReason(preview.estimate, price)}>{estimateLabel(preview.estimate, price)}</span>
  );
}
