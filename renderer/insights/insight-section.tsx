import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotRead } from '../ui/failure-notice.tsx';
import prose from '../ui/prose.module.css';
import classes from './insights.module.css';

type InsightSectionProps<Insight> = {
  title: string;
  insight: UseQueryResult<Insight>;
  /** Shown while it is read, and where it could not be. */
  reading: string;
  unread: string;
  children: (insight: Insight) => ReactNode;
};

/** One question about a record under its own heading, with the answer, or why there is none. */
export function InsightSection<Insight>(props: InsightSectionProps<Insight>) {
  const { title, insight, reading, unread, children } = props;
  return (
    <section>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {insight.isLoadingError ? (
        <NotRead of={insight} title={unread} />
      ) : insight.data === undefined ? (
        <p className={prose.line}>{reading}</p>
      ) : (
        children(insight.data)
      )}
    </section>
  );
}

/** A caveat of a figure: in a few words beside it, in full on demand. */
export function Caveat({ short, full }: { short: string; full: string }) {
  return (
    <details className={classes.caveat}>
      <summary>{short}</summary>
      {full}
    </details>
  );
}
