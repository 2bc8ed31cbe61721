import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import type { ToolDetail, ToolPage } from '#shared/contract/catalogue.ts';
import { api } from '../api/api.ts';
import { AnswerLine } from '../catalogue/answer-line.tsx';
import { toolPath } from '../catalogue/catalogue-address.ts';
import { useKeptThenService } from '../catalogue/kept-then-service.ts';
import { ListedPrice, PostureBadge, providerWords } from '../catalogue/tool-words.tsx';
import type { UnreadPart } from '../components/address-parts.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { statusQuery } from '../components/status-query.ts';
import { DriftNotice } from '../search/drift-notice.tsx';
import { quoteObstacle } from '../search/quote-obstacle.ts';
import { ToolInputForm } from './tool-input-form.tsx';
import classes from './tool-use.module.css';
import { readToolUseAddress, type ToolUseAddress, unreadOfToolUse } from './tool-use-address.ts';

/** Any Tool, filled in and quoted: `/catalogue/tool/use?ref=…`. */
export function ToolUseScreen() {
  const search = useSearch();
  const address = readToolUseAddress(search);
  if (address === null)
    return (
      <Screen title="Use a Tool">
        <EmptyState title="This address names no Tool">Choose one from the catalogue.</EmptyState>
      </Screen>
    );
  return <UsedTool key={address.toolRef} {...address} unread={unreadOfToolUse(search)} />;
}

function UsedTool({ toolRef, given, unread }: ToolUseAddress & { unread: readonly UnreadPart[] }) {
  const { answer, waiting, asking, failure, askAgain } = useKeptThenService(['tool', toolRef], (from) =>
    api.catalogue.describe({ from, toolRef }),
  );
  const aside = (
    <Anchor component={Link} href={toolPath(toolRef)} size="sm">
      The Tool’s page
    </Anchor>
  );
  const tool = answer?.tool ?? null;
  return (
    <Screen title={tool === null ? 'Use a Tool' : `Use: ${tool.title}`} aside={aside} unread={unread}>
      {waiting ? (
        <LoadingState words="Asking for the Tool…" />
      ) : (
        <AnswerLine
          provenance={answer?.provenance ?? null}
          asking={asking}
          failure={failure}
          askAgain={askAgain}
        />
      )}
      {!waiting && (answer === null || tool === null) && (
        <EmptyState title="There is nothing to fill in">
          {answer?.posture.words ?? 'No description of this Tool is kept.'}
        </EmptyState>
      )}
      {answer !== null && tool !== null && <Described page={answer} tool={tool} given={given} />}
    </Screen>
  );
}

type DescribedProps = { page: ToolPage; tool: ToolDetail; given: Record<string, unknown> | null };

function Described({ page, tool, given }: DescribedProps) {
  const status = useQuery(statusQuery);
  const { posture } = page;
  const isAwardSearch = tool.capabilityId !== null && awardSearchProvider(tool.capabilityId) !== undefined;
  const drift = isAwardSearch ? awardSearchDrift(tool) : null;
  const obstacle =
    posture.state !== 'callable'
      ? posture.words
      : status.data
        ? quoteObstacle({ network: status.data.network.state, key: status.data.key, posture })
        : 'Reading how Milepost stands…';
  const leaves = [...new Set(tool.dataUse.map(({ recipient }) => recipient).filter(Boolean))];
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
      <div className={classes.facts}>
        <span>{providerWords(tool)}</span>
        <span>
          listed at <ListedPrice tool={tool} />; only a quote names what is charged
        </span>
        {leaves.length > 0 && <span>what you fill in goes to {leaves.join(', ')}</span>}
      </div>
      {isAwardSearch && drift === null && (
        <p className={classes.note}>
          This is the award search, whose own form is on the{' '}
          <Anchor component={Link} href="/" inherit>
            Search
          </Anchor>{' '}
          screen. Its results are kept as records either way.
        </p>
      )}
      {drift !== null && <DriftNotice drift={drift} />}
      {posture.state !== 'callable' && tool.inputJsonSchema === null ? (
        <p className={classes.note}>The service does not tell what its input would be.</p>
      ) : (
        <ToolInputForm
          toolRef={tool.toolRef}
          schema={tool.inputJsonSchema}
          given={given}
          obstacle={obstacle}
        />
      )}
    </>
  );
}
