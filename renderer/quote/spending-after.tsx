import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Purchase } from '#shared/contract/purchases.ts';
import { startOfMonth, startOfToday } from '#shared/dates.ts';
import type { Amount } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { LimitBar, LimitBars } from '../money/limit-bar.tsx';
import { limitLines } from './limit-lines.ts';
import classes from './quote.module.css';

/** Spending against each limit, now and with this purchase. */
export function SpendingAfter({ purchase, price }: { purchase: Purchase; price: Amount }) {
  const { spendingBefore, toolId } = purchase;
  const tool = useToolSpending(
    toolId,
    spendingBefore.limits.perTool?.some((limit) => limit.toolId === toolId) ?? false,
  );
  const lines = limitLines(spendingBefore, price, tool);
  return (
    <div className={classes.spending}>
      <LimitBars>
        {lines.length === 0 && (
          <Text>
            You have no limits in {price.currency}. Nothing is bought in a currency without one; set them in
            Settings.
          </Text>
        )}
        {lines.map((line) => (
          <LimitBar key={line.label} {...line} />
        ))}
        {spendingBefore.unresolved > 0 && (
          <Text size="xs" c="dimmed">
            {spendingBefore.unresolved === 1
              ? 'One purchase is not settled and counts in full.'
              : `${spendingBefore.unresolved} purchases are not settled and count in full.`}
          </Text>
        )}
      </LimitBars>
    </div>
  );
}

/** Spending on one Tool, read only where it has limits of its own; null until it has arrived. */
function useToolSpending(toolId: string, wanted: boolean) {
  const read = useQuery({
    queryKey: ['purchases', 'accounts', 'tool', toolId],
    queryFn: async () => ({
      toolId,
      today: (await api.purchases.accounts({ toolId, from: startOfToday() })).totals,
      month: (await api.purchases.accounts({ toolId, from: startOfMonth() })).totals,
    }),
    enabled: wanted,
  });
  return read.data ?? null;
}
