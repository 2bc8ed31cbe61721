import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { type Amount, zero } from '#shared/money.ts';
import { subtractAmount } from '../../money/exact-money.ts';
import { LimitBar, LimitBars } from '../../money/limit-bar.tsx';
import { statusQuery } from '../../status/queries.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { limitLines } from '../limit-lines.ts';
import { limitsFor } from '../limits-for.ts';
import { AllowCommand } from '../over-limit.tsx';
import classes from '../quote.module.css';
import type { CeilingForm } from './next-pages-form.ts';

type CeilingFieldsProps = {
  form: CeilingForm;
  problems: Partial<Record<keyof CeilingForm, string>>;
  onCeiling: (typed: string) => void;
  onCurrency: (typed: string) => void;
};

/** The ceiling of one approval. */
export function CeilingFields({ form, problems, onCeiling, onCurrency }: CeilingFieldsProps) {
  return (
    <>
      <TextInput
        label="At most"
        description="for all of them together"
        inputMode="decimal"
        value={form.ceiling}
        error={problems.ceiling}
        onChange={(event) => onCeiling(event.currentTarget.value)}
      />
      <TextInput
        label="Currency"
        description="of the price"
        value={form.currency}
        error={problems.currency}
        onChange={(event) => onCurrency(event.currentTarget.value)}
      />
    </>
  );
}

/**
 * Spending against the day's and the month's limit, now and with the full ceiling; `children` where that is too much.
 */
export function SpendingUnder({ ceiling, children }: { ceiling: Amount; children?: ReactNode }) {
  const { data: status } = useQuery(statusQuery);
  // The limit for one Call applies to each page; the day's and the month's apply to all of them together.
  const lines = status ? limitLines(status.spending, ceiling, null).slice(1) : [];
  if (lines.length === 0) return null;
  return (
    <div className={classes.spending}>
      <LimitBars>
        {lines.map((line) => (
          <LimitBar key={line.label} {...line} />
        ))}
      </LimitBars>
      {status && lines.some(({ over }) => over) && (
        <>
          {children}
          <AllowCommand
            needed={limitsFor(status.spending, zero(ceiling.currency, ceiling.exponent), ceiling)}
          />
        </>
      )}
    </div>
  );
}

/** After several pages stopped at a limit: a link to the limits, and the command that allows the rest of them. */
export function AtLimit({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  const { data: status } = useQuery(statusQuery);
  const { ceiling, spent, pagePrice } = batch;
  const before = spent.find(({ currency }) => currency === ceiling.currency);
  const left = before === undefined ? ceiling : subtractAmount(ceiling, before);
  const price = pagePrice?.currency === ceiling.currency ? pagePrice : left;
  return (
    <>
      <Text>
        <ChangeLimits onLeave={onLeave} />
      </Text>
      {status && <AllowCommand needed={limitsFor(status.spending, price, left)} />}
    </>
  );
}

/** A link from a dialog to the limits that it would exceed. */
export const ChangeLimits = ({ onLeave }: { onLeave: () => void }) => (
  <PageLink href="/settings/spending" onClick={onLeave}>
    Change limits
  </PageLink>
);
