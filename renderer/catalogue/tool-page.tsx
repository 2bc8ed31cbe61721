import { Button } from '@mantine/core';
import { Link, useSearch } from 'wouter';
import { toolUsePath } from '../addresses/tool-use-address.ts';
import { api } from '../api/api.ts';
import { AnswerLine } from '../tools/answer-line.tsx';
import { useCachedThenService } from '../tools/cached-then-service.ts';
import classes from '../tools/catalogue.module.css';
import { PostureBadge } from '../tools/tool-labels.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { AsRead } from '../ui/json-tree.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Screen } from '../ui/screen.tsx';
import { Section, ToolDetails } from './tool-details.tsx';

/** The page of one Tool: `/catalogue/tool?ref=…`. */
export function ToolPageScreen() {
  const toolRef = new URLSearchParams(useSearch()).get('ref');
  if (toolRef === null || toolRef === '') {
    return (
      <Screen title="Tool" aside={<AllTools />}>
        <EmptyState title="This address names no Tool">Choose one from the catalogue.</EmptyState>
      </Screen>
    );
  }
  return <ToolPage key={toolRef} toolRef={toolRef} />;
}

function ToolPage({ toolRef }: { toolRef: string }) {
  const { answer, waiting, refreshing, failure, unread, readAgain } = useCachedThenService(
    ['tool', toolRef],
    (from) => api.catalogue.describe({ from, toolRef }),
  );
  return (
    <Screen title={answer?.tool?.title ?? 'Tool'} aside={<AllTools />}>
      {waiting ? (
        <LoadingState words="Reading the Tool…" />
      ) : (
        <>
          <AnswerLine
            provenance={answer?.provenance ?? null}
            refreshing={refreshing}
            unread={unread}
            failure={failure}
            readAgain={readAgain}
          />
          {answer && (
            <>
              <div className={classes.posture} data-state={answer.posture.state}>
                <PostureBadge posture={answer.posture} />
                <div>
                  <p>{answer.posture.words}</p>
                  {answer.posture.reason !== null && (
                    <p className={classes.small}>
                      The service says <code>{answer.posture.reason}</code>
                    </p>
                  )}
                </div>
                {answer.tool &&
                  (answer.posture.state === 'callable' || answer.tool.inputJsonSchema !== null) && (
                    <Button
                      component={Link}
                      href={toolUsePath(toolRef)}
                      size="xs"
                      variant={answer.posture.state === 'callable' ? 'filled' : 'default'}
                    >
                      {answer.posture.state === 'callable' ? 'Use this Tool' : 'See its input form'}
                    </Button>
                  )}
              </div>
              {answer.absence && <p className={classes.note}>{answer.absence.words}</p>}
              {answer.tool ? (
                <ToolDetails tool={answer.tool} />
              ) : (
                <EmptyState title="No description">
                  The service gave no description of this Tool. Its whole answer is below.
                </EmptyState>
              )}
              <Section title="Whole answer, as Milepost read it">
                <AsRead heading="" value={answer.raw} open={answer.tool ? 0 : 2} />
              </Section>
            </>
          )}
        </>
      )}
    </Screen>
  );
}

const AllTools = () => (
  <PageLink underline="hover" href="/catalogue">
    All Tools
  </PageLink>
);
