import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { InsightSource } from '#shared/contract/insights.ts';
import { purchasePath, runPath } from '../ui/screen-paths.ts';

/** Links a figure to its run and to the Call that was paid for. */
export function SourceLinks({ source }: { source: InsightSource }) {
  return (
    <>
      <Anchor component={Link} href={runPath(source.runId)} inherit underline="always">
        Run {source.runId}
      </Anchor>
      {' · '}
      <Anchor component={Link} href={purchasePath(source.purchaseId)} inherit underline="always">
        purchase
      </Anchor>
    </>
  );
}
