import { Anchor, Button } from '@mantine/core';
import { Link, useSearch } from 'wouter';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { JsonTree } from '../components/json-tree.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { toolUsePath } from '../tool-use/tool-use-address.ts';
import { AnswerLine } from './answer-line.tsx';
import classes from './catalogue.module.css';
import { useKeptThenService } from './kept-then-service.ts';
import { Section, ToolDetails } from './tool-details.tsx';
import { PostureBadge } from './tool-words.tsx';

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
  const { answer, waiting, asking, failure, unread, askAgain } = useKeptThenService(
    ['tool', toolRef],
    (from) => api.catalogue.describe({ from, toolRef }),
  );
  return (
    <Screen title={answer?.tool?.title ?? 'Tool'} aside={<AllTools />}>
      {unread !== null && <FailureNotice error={unread} title="The kept copy could not be read" />}
      {waiting ? (
        <LoadingState words="Asking for the Tool…" />
      ) : (
        <>
          <AnswerLine
            provenance={answer?.provenance ?? null}
            asking={asking}
            failure={failure}
            askAgain={askAgain}
          />
          {answer && (
            <>
              <div className={classes.posture} data-state={answer.posture.state}>
                <PostureBadge posture={answer.posture} />
                <div>
                  <p>{answer.posture.words}</p>
                  {answer.posture.reason !== null && (
                    <p className={classes.small}>
                      The service’s word for it: <code>{answer.posture.reason}</code>
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
                <EmptyState title="There is nothing to describe">
                  The service gave no description of this Tool. Its whole answer stands below.
                </EmptyState>
              )}
              <Section title="The service’s whole answer">
                <JsonTree value={answer.raw} open={answer.tool ? 0 : 2} />
              </Section>
            </>
          )}
        </>
      )}
    </Screen>
  );
}

const AllTools = () => (
  <Anchor component={Link} href="/catalogue" size="sm">
    All Tools
  </Anchor>
);
