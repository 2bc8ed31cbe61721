import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#shared/money.ts';
import { estimateLabel } from './estimate-label.ts';
import { previewQuery } from './preview-query.ts';
import classes from './search.module.css';

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
    <p
      className={classes.note}
      title="An estimate: award space comes and goes, and the quote alone names the price."
    >
      By what is saved here: {estimateLabel(preview.estimate, price)}.
    </p>
  );
}
