import { Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Amount } from '#shared/money.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import { api } from '../api/api.ts';
import { CommandLine } from '../ui/command-line.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { limitsFor } from './limits-for.ts';
import classes from './quote.module.css';
import { closeQuoteSheet } from './quote-sheet.ts';

type OverLimitProps = {
  purchase: Purchase;
  /** The most that the purchase may be charged. */
  price: Amount;
};

/** Why a quote exceeds the limits, a link to them, and the command that would allow exactly this. */
export function OverLimit({ purchase, price }: OverLimitProps) {
  const { approvable, spendingBefore } = purchase;
  if (approvable.ok) return null;
  return (
    <div className={classes.overLimit}>
      <Text id="why-not">
        {approvable.why}{' '}
        {approvable.limit !== null && (
          <PageLink href="/settings/spending" onClick={closeQuoteSheet}>
            Change limits
          </PageLink>
        )}
      </Text>
      <AllowCommand needed={limitsFor(spendingBefore, price)} />
    </div>
  );
}

/** The command that sets exactly the needed limits; nothing where the general ones are not the obstacle. */
export function AllowCommand({ needed }: { needed: Limits | null }) {
  const { data } = useQuery({
    queryKey: ['settings', 'limits-command', needed],
    queryFn: needed === null ? skipToken : () => api.settings.limitsCommand({ limits: needed }),
  });
  if (data == null || data.command === null) return null;
  return (
    <details>
      <summary>From a terminal</summary>
      <CommandLine command={data.command} what="allow this amount" />
    </details>
  );
}
