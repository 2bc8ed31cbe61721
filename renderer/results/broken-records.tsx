import { Alert, Anchor, Group, Paper, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Scope } from '#shared/contract/awards.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { ExportProgress } from '../export/export-progress.tsx';
import classes from '../records/results.module.css';
import { NotDone, NotRead } from '../ui/failure-notice.tsx';
import { AsItCame, cameHeading } from '../ui/json-tree.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';

/**
 * Rows that violate the contract (§2.3, §2.4) or are not what was searched for (§2.1): stored as they came, with the
 * reasons of each.
 */
export function BrokenRecords({ scope }: { scope: Scope }) {
  const broken = useQuery({
    queryKey: ['results', 'broken', scope],
    queryFn: () => api.results.broken({ scope }),
  });
  const readAgain = useMutation({
    mutationFn: (purchaseId: string) => api.results.readAgain({ purchaseId }),
    onSuccess: ({ broken: left }) =>
      announce(
        left === 0
          ? 'Read again: every row of this run is a record now.'
          : `Read again: ${plural(left, 'row')} of this run ${left === 1 ? 'stays' : 'stay'} set aside.`,
      ),
  });
  if (broken.isLoadingError) return <NotRead of={broken} />;
  if (broken.data === undefined) return <LoadingState words="Reading what is set aside…" />;
  return (
    <Stack gap="sm" className={classes.scrolling}>
      <Alert color="yellow" style={{ flexShrink: 0 }}>
        These rows came with what you paid for, but cannot be read or are not what was searched for. They are
        saved exactly as they came, and count in no figure, calendar or plan.
      </Alert>
      <NotDone of={readAgain} title="The answer could not be read again" />
      <Group justify="flex-end" style={{ flexShrink: 0 }}>
        <ExportMenu label="Export these" what={{ view: 'broken', scope }} />
      </Group>
      <ExportProgress />
      <Stack gap="sm" component="ul" className={classes.plain} aria-label="Rows set aside">
        {broken.data.map((row) => (
          <Paper key={`${row.purchaseId}/${row.position}`} component="li" withBorder p="sm">
            <strong className={classes.wrap}>{row.readable || 'Nothing of it could be read'}</strong>
            <ul className={classes.problems}>
              {row.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
            <div className={classes.small}>
              Row {row.position + 1} of its answer ·{' '}
              <PageLink href={purchasePath(row.purchaseId)}>its purchase</PageLink> ·{' '}
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                disabled={readAgain.isPending}
                title="Reads the answer that was paid for once more, as this version of Milepost understands it. Costs nothing."
                onClick={() => readAgain.mutate(row.purchaseId)}
              >
                Read again
              </Anchor>
            </div>
            <details>
              <summary>{cameHeading(row.rawText)}</summary>
              <AsItCame text={row.rawText} value={row.raw} />
            </details>
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}
