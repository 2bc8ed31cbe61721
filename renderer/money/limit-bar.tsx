import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Amount, amountLabel } from '#shared/money.ts';
import classes from './limit-bar.module.css';
import { shareOf } from './spending-share.ts';

type LimitBarProps = {
  label: string;
  before: Amount;
  /** Spending including the purchase shown; the same as `before` where there is none. */
  after: Amount;
  limit: Amount;
  over: boolean;
};

/** How much of a limit is used, and how much one purchase takes: drawn as lengths, written as exact amounts. */
export function LimitBar({ label, before, after, limit, over }: LimitBarProps) {
  const spent = `${amountLabel(before)} before, ${amountLabel(after)} after`;
  const words = over
    ? `${spent}, above the limit of ${amountLabel(limit)}`
    : `${spent}, of ${amountLabel(limit)}`;
  const [share, then] = [shareOf(before, limit) / 10, shareOf(after, limit) / 10];
  return (
    <div className={classes.line} data-over={over || undefined}>
      <Text span inherit c="dimmed">
        {label}
      </Text>
      <VisuallyHidden>
        <meter aria-label={label} aria-valuetext={words} min={0} max={100} value={then} />
      </VisuallyHidden>
      <span className={classes.bar} aria-hidden>
        <span className={classes.before} style={{ width: `${share}%` }} />
        <span className={classes.added} style={{ width: `${Math.max(then - share, 0.5)}%` }} />
      </span>
      <span className={classes.words}>
        {amountLabel(before)} → <strong>{amountLabel(after)}</strong> of {amountLabel(limit)}
        {over && (
          <Text span inherit fw={600} c="var(--bad)">
            {' '}
            above the limit
          </Text>
        )}
      </span>
    </div>
  );
}

/** Limits below each other, with bars of equal length. */
export function LimitBars({ children }: { children: ReactNode }) {
  return (
    <section className={classes.lines} aria-label="Spending before and after">
      {children}
    </section>
  );
}
