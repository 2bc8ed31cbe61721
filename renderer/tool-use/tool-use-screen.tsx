import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearch } from 'wouter';
import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import type { ToolDetail, ToolPage } from '#shared/contract/catalogue.ts';
import { kindOfTool } from '#shared/record-kinds/record-kinds.ts';
import { toolPath } from '../addresses/catalogue-address.ts';
import { type ToolUseAddress, toolUseAddress } from '../addresses/tool-use-address.ts';
import { api } from '../api/api.ts';
import { DriftNotice } from '../quote/drift-notice.tsx';
import { quoteObstacle } from '../quote/quote-obstacle.ts';
import { statusQuery } from '../status/queries.ts';
import { AnswerLine } from '../tools/answer-line.tsx';
import { useCachedThenService } from '../tools/cached-then-service.ts';
import { ListedPrice, PostureBadge, providerLabel } from '../tools/tool-labels.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Screen } from '../ui/screen.tsx';
import { type AwardMembers, awardMembers } from './award-members.ts';
import { ToolInputForm } from './tool-input-form.tsx';
import classes from './tool-use.module.css';

/** Any Tool, filled in and quoted: `/catalogue/tool/use?ref=…`. */
export function ToolUseScreen() {
  const search = useSearch();
  const address = toolUseAddress.read(search);
  if (address.ref === '')
    return (
      <Screen title="Use a Tool">
        <EmptyState
          title="This address names no Tool"
          action={
            <Button variant="filled" component={Link} href="/catalogue" size="xs">
              Choose a Tool
            </Button>
          }
        />
      </Screen>
    );
  return <UsedTool key={address.ref} {...address} unread={toolUseAddress.unread(search)} />;
}

function UsedTool({ ref: toolRef, input, unread }: ToolUseAddress & { unread: readonly string[] }) {
  const read = useCachedThenService(['tool', toolRef], (from) => api.catalogue.describe({ from, toolRef }));
  const { answer, waiting, refreshing, failure, readAgain } = read;
  const aside = (
    <PageLink underline="hover" href={toolPath(toolRef)}>
      The Tool’s page
    </PageLink>
  );
  const tool = answer?.tool ?? null;
  return (
    <Screen title={tool === null ? 'Use a Tool' : `Use: ${tool.title}`} aside={aside} unread={unread}>
      {waiting ? (
        <LoadingState words="Reading the Tool…" />
      ) : (
        <AnswerLine
          provenance={answer?.provenance ?? null}
          refreshing={refreshing}
          unread={read.unread}
          failure={failure}
          readAgain={readAgain}
        />
      )}
      {!waiting && (answer === null || tool === null) && (
        <EmptyState title="There is nothing to fill in">
          {answer?.posture.words ?? 'Its description could not be read.'}
        </EmptyState>
      )}
      {answer !== null && tool !== null && <Described page={answer} tool={tool} given={input} />}
    </Screen>
  );
}

const NO_MEMBERS: AwardMembers = {};

type DescribedProps = { page: ToolPage; tool: ToolDetail; given: Record<string, unknown> | null };

function Described({ page, tool, given }: DescribedProps) {
  const status = useQuery(statusQuery);
  const form = useQuery({
    queryKey: ['catalogue', 'input-form', tool.toolRef, page.provenance],
    queryFn: () => api.catalogue.inputForm({ toolRef: tool.toolRef }),
  });
  const { posture } = page;
  const isAwardSearch = tool.capabilityId !== null && awardSearchProvider(tool.capabilityId) !== undefined;
  // The award search has its own form on Search; here is its input as the service describes it.
  const award = useMemo(() => {
    const kind = isAwardSearch ? null : kindOfTool(tool);
    return kind === null ? NO_MEMBERS : awardMembers(kind);
  }, [isAwardSearch, tool]);
  const drift = isAwardSearch ? awardSearchDrift(tool) : null;
  const obstacle =
    posture.state !== 'callable'
      ? posture.words
      : status.data
        ? quoteObstacle({ network: status.data.network.state, key: status.data.key, posture })
        : 'Reading how Milepost stands…';
  const leaves = [
    ...new Set(
      tool.dataUse.map(({ recipient }) =>
        recipient === tool.provider.slug ? (tool.provider.name ?? recipient) : recipient,
      ),
    ),
  ].filter((recipient) => recipient !== '');
  return (
    <>
      {posture.state !== 'callable' && (
        <div className={classes.posture}>
          <PostureBadge posture={posture} />
          <div>
            <p>{posture.words} It cannot be quoted.</p>
            {posture.reason !== null && (
              <p className={classes.note}>
                The service’s word for it: <code>{posture.reason}</code>
              </p>
            )}
          </div>
        </div>
      )}
      <Group gap="4px 18px" mt={8} mb={14} fz={13} c="dimmed">
        <span>{providerLabel(tool)}</span>
        <span>
          listed at <ListedPrice tool={tool} />; only a quote names what is charged
        </span>
        {leaves.length > 0 && <span>what you fill in goes to {leaves.join(', ')}</span>}
      </Group>
      {isAwardSearch && drift === null && (
        <p className={classes.note}>
          This is the award search, whose own form is on the{' '}
          <PageLink underline="hover" href="/">
            Search
          </PageLink>{' '}
          screen. Its results are saved as records either way.
        </p>
      )}
      {drift !== null && <DriftNotice drift={drift} />}
      {posture.state !== 'callable' && tool.inputJsonSchema === null ? (
        <p className={classes.note}>The service does not describe its input.</p>
      ) : form.isPending ? (
        <LoadingState words="Making the form…" />
      ) : (
        <ToolInputForm
          toolRef={tool.toolRef}
          schema={tool.inputJsonSchema}
          drawable={form.data ?? { ok: false, why: 'No form could be made of the description of its input.' }}
          given={given}
          award={award}
          obstacle={obstacle}
        />
      )}
    </>
  );
}
