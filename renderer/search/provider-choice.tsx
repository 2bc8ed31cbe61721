import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { z } from 'zod';
import { TAKE_MAX } from '#shared/award-search/request.ts';
import type { awardToolSchema } from '#shared/contract/awards.ts';
import { amountLabel } from '#shared/money.ts';
import { toolUsePath } from '../addresses/tool-use-address.ts';
import { api } from '../api/api.ts';
import { useReplacing } from '../api/use-replacing.ts';
import { awardToolsQuery } from '../records/queries.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import classes from './search.module.css';

// Rarely needed, and not by the first screen.
const DriftNotice = lazyPart(async () => (await import('../quote/drift-notice.tsx')).DriftNotice);

type AwardTool = z.infer<typeof awardToolSchema>;

type ProviderChoiceProps = {
  tools: readonly AwardTool[];
  chosen: AwardTool | null;
  absence: { proven: boolean; words: string } | null;
  /** The request filled in so far, which a Tool's own form begins with where only that one fits. */
  request: Readonly<Record<string, unknown>>;
  onChoose: (toolRef: string) => void;
  /** What the search may cost. */
  children: ReactNode;
};

/** Without the page size that nobody typed: another form has a limit and a default of its own. */
const typedOf = ({ take, ...others }: Readonly<Record<string, unknown>>) =>
  take === TAKE_MAX ? others : { ...others, take };

const priceLabel = (tool: AwardTool): string =>
  tool.price ? `${amountLabel(tool.price)} per page` : (tool.tool.priceLabel ?? 'price not listed');

/** The Tool that runs the search. With several the user chooses; with none the rule of §1.4 is shown. */
export function ProviderChoice({ tools, chosen, absence, request, onChoose, children }: ProviderChoiceProps) {
  const search = useReplacing(awardToolsQuery, () => api.awards.tools({ refresh: true }));
  if (!chosen) {
    return (
      <Alert color="orange" title="No award search yet">
        <Text>{absence?.words ?? 'The catalogue has not been read yet.'}</Text>
        <Button size="xs" mt="sm" loading={search.isPending} onClick={() => search.mutate()}>
          Read the catalogue
        </Button>
        <NotDone of={search} title="The catalogue could not be read" />
      </Alert>
    );
  }
  return (
    <Stack gap={6}>
      {tools.length > 1 ? (
        <NativeSelect
          label="Provider"
          value={chosen.tool.toolRef}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={tools.map((tool) => ({
            value: tool.tool.toolRef,
            label: `${tool.tool.provider.name ?? tool.provider}, ${priceLabel(tool)}`,
          }))}
        />
      ) : (
        <Text c="dimmed" component="div" className={classes.cost}>
          <span>
            {chosen.tool.provider.name ?? chosen.provider}, {priceLabel(chosen)}
          </span>
          {children}
        </Text>
      )}
      {tools.length > 1 && children}
      {chosen.drift && (
        <Suspense fallback={null}>
          <DriftNotice drift={chosen.drift}>
            <Button
              variant="filled"
              component={Link}
              href={toolUsePath(chosen.tool.toolRef, typedOf(request))}
              size="xs"
              mt="sm"
            >
              Open its own form
            </Button>
          </DriftNotice>
        </Suspense>
      )}
    </Stack>
  );
}
