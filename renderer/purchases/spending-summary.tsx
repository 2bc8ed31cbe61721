import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Moneys } from '../money/money.tsx';
import { statusQuery } from '../status/status-query.ts';
import classes from './purchases.module.css';

/** What counts as spent today and this month; unresolved purchases count in full until they are settled. */
export function SpendingSummary() {
  const { data: status } = useQuery(statusQuery);
  if (!status) return null;
  const { today, month, unresolved } = status.spending;
  return (
    <Text size="sm" c="dimmed" className={classes.summary ?? ''}>
      Today <Moneys amounts={today} /> · this month <Moneys amounts={month} />
      {unresolved > 0 && ` · ${unresolved} unresolved, counted in full`}
    </Text>
  );
}
