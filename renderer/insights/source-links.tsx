import type { InsightSource } from '#shared/contract/insights.ts';
import { PageLink } from '../ui/page-link.tsx';
import { purchasePath, runPath } from '../ui/screen-paths.ts';

/** Links a figure to its run and to the Call that was paid for. */
export function SourceLinks({ source }: { source: InsightSource }) {
  return (
    <>
      <PageLink href={runPath(source.runId)}>Run {source.runId}</PageLink>
      {' · '}
      <PageLink href={purchasePath(source.purchaseId)}>purchase</PageLink>
    </>
  );
}
