import { Loader } from '@mantine/core';
import { IconCheck, IconCircle, IconMinus } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Batch, BatchPart } from '#shared/contract/standing-approvals.ts';
import { api } from '../../api/api.ts';
import { SearchTitle } from '../../records/search-title.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { purchasePath, runPath } from '../../ui/screen-paths.ts';
import classes from '../quote.module.css';
import { firstPageOf, type PageStep, pageSteps, partLabel } from './batch-labels.ts';
import { closeNextPages } from './next-pages-sheet.ts';

const PAGE_LABELS: Record<PageStep['state'], string> = {
  bought: 'bought',
  now: 'being bought',
  ahead: 'not yet',
  not_bought: 'not bought',
};

function useFirstPage(batch: Batch): number {
  const { runId } = batch;
  const { data } = useQuery({
    queryKey: ['results', 'pages-of-run', runId],
    queryFn: runId === null ? skipToken : () => api.results.scope({ scope: { kind: 'run', runId } }),
  });
  return firstPageOf(batch, data?.run?.calls ?? []);
}

/** Progress of an approval: its pages one by one, or its searches where it has several. */
export function BatchSteps({ batch }: { batch: Batch }) {
  const firstPage = useFirstPage(batch);
  if (batch.parts.length > 1) return <Searches batch={batch} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
    <ol className={classes.pages} aria-label="Pages" tabIndex={0}>
      {pageSteps(batch, firstPage).map((step) => (
        <Step key={step.page} state={step.state} words={PAGE_LABELS[step.state]}>
          {step.purchaseId === null ? (
            `Page ${step.page}`
          ) : (
            <PageLink href={purchasePath(step.purchaseId)} onClick={closeNextPages}>
              Page {step.page}
            </PageLink>
          )}
        </Step>
      ))}
    </ol>
  );
}

const PART_STATES: Record<BatchPart['state'], PageStep['state']> = {
  done: 'bought',
  now: 'now',
  ahead: 'ahead',
  ended: 'not_bought',
};

function Searches({ batch }: { batch: Batch }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
    <ol className={classes.pages} aria-label="Searches" tabIndex={0}>
      {batch.parts.map((part) => (
        <Step key={part.title} state={PART_STATES[part.state]} words={partLabel(part)}>
          {part.runId === null ? (
            <SearchTitle title={part.title} />
          ) : (
            <PageLink href={runPath(part.runId)} onClick={closeNextPages}>
              <SearchTitle title={part.title} />
            </PageLink>
          )}
        </Step>
      ))}
    </ol>
  );
}

type StepProps = { state: PageStep['state']; words: string; children: ReactNode };

function Step({ state, words, children }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <StepIcon state={state} />
      <span className={classes.searchTitle}>{children}</span>
      <span className={classes.pageState}>{words}</span>
    </li>
  );
}

function StepIcon({ state }: { state: PageStep['state'] }) {
  if (state === 'bought') return <IconCheck size={18} aria-hidden />;
  if (state === 'now') return <Loader size={16} aria-hidden />;
  if (state === 'not_bought') return <IconMinus size={18} aria-hidden />;
  return <IconCircle size={18} stroke={1.2} aria-hidden />;
}
