import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Tool, ToolList as ToolListAnswer } from '#shared/contract/catalogue.ts';
import type { Amount } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { announce } from '../components/status-words.ts';
import { plural } from '../results/award-words.ts';
import { AnswerLine } from './answer-line.tsx';
import classes from './catalogue.module.css';
import { MOST_COMPARED } from './catalogue-address.ts';
import { CURRENT_MS, type From, newer } from './kept-then-service.ts';
import { ToolCard } from './tool-card.tsx';
import { UnreadAnswer } from './unread-answer.tsx';

/** What is asked for; an empty query lists all. */
export type ToolQuestion = { query: string; healthStatus?: string; maximumPrice?: Amount };

function ask({ query, ...filters }: ToolQuestion, from: From, cursor: string | null) {
  const more = { from, filters, ...(cursor === null ? {} : { cursor }) };
  return query === '' ? api.catalogue.list(more) : api.catalogue.search({ ...more, query });
}

/** Every page that was opened so far: the kept answer at once, the service's as soon as it comes. */
function useToolPages(question: ToolQuestion) {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const kept = useQueries({
    queries: cursors.map((cursor) => ({
      queryKey: ['catalogue', 'tools', question, cursor],
      queryFn: () => ask(question, 'kept', cursor),
      placeholderData: keepPreviousData,
    })),
  });
  const asked = useQueries({
    queries: cursors.map((cursor) => ({
      queryKey: ['marketplace', 'asked', 'tools', question, cursor],
      queryFn: () => ask(question, 'service', cursor),
      staleTime: CURRENT_MS,
    })),
  });
  const pages = cursors.flatMap((_, index): ToolListAnswer[] => {
    const page = newer(kept[index]?.data, asked[index]?.data);
    return page ? [page] : [];
  });
  const last = pages.length === cursors.length ? pages.at(-1) : undefined;
  const next = last?.hasMore ? last.nextCursor : null;
  const failed = asked.find((query) => query.isError && !query.isFetching);
  return {
    pages,
    waiting: pages.length === 0 && [...kept, ...asked].some((query) => query.isPending),
    unread: kept.find((query) => query.isError)?.error ?? null,
    asking: asked.some((query) => query.isFetching),
    failure: failed?.error ?? null,
    askAgain: () => {
      for (const query of asked) void query.refetch();
    },
    more: next === null || cursors.includes(next) ? null : () => setCursors([...cursors, next]),
  };
}

type ToolListProps = {
  question: ToolQuestion;
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
};

export function ToolList({ question, chosen, onChosen }: ToolListProps) {
  const { pages, waiting, unread, asking, failure, askAgain, more } = useToolPages(question);
  const tools = [
    ...new Map(
      pages.flatMap((page) => page.items).map((tool): [string, Tool] => [tool.toolRef, tool]),
    ).values(),
  ];
  const first = pages[0] ?? null;
  const told = first ? plural(tools.length, 'Tool') : '';
  useEffect(() => {
    if (told !== '') announce(told);
  }, [told]);

  if (waiting) return <LoadingState words="Asking for Tools…" />;
  const notices = [...new Set(pages.flatMap((page) => (page.notice === null ? [] : [page.notice])))];
  const absence = first?.absence ?? null;
  return (
    <>
      {unread !== null && (
        <FailureNotice error={unread} title="The kept copy of the catalogue could not be read" />
      )}
      <AnswerLine
        provenance={first?.provenance ?? null}
        asking={asking}
        failure={failure}
        askAgain={askAgain}
      />
      {pages.some((page) => !page.whole) && tools.length > 0 && (
        <p className={classes.note}>
          This is a part of the catalogue, not the whole: a Tool that is missing here may still exist.
        </p>
      )}
      {notices.map((notice) => (
        <Alert key={notice} color="blue" variant="light" my="xs">
          {notice}
        </Alert>
      ))}
      {pages.map(
        (page) =>
          page.raw !== undefined && (
            <UnreadAnswer key={page.provenance.requestId ?? page.provenance.asOf} answer={page} />
          ),
      )}
      {tools.length === 0 ? (
        first !== null && (
          <EmptyState
            title={question.query === '' ? 'No Tools here' : `No Tool found for “${question.query}”`}
          >
            {absence?.words ?? 'Nothing passes these filters, which does not show that no such Tool exists.'}
          </EmptyState>
        )
      ) : (
        <ul aria-label="Tools" className={classes.tools}>
          {tools.map((tool) => {
            const isChosen = chosen.includes(tool.toolRef);
            return (
              <ToolCard
                key={tool.toolRef}
                tool={tool}
                isChosen={isChosen}
                choosable={isChosen || chosen.length < MOST_COMPARED}
                onChoose={(choose) =>
                  onChosen(
                    choose ? [...chosen, tool.toolRef] : chosen.filter((toolRef) => toolRef !== tool.toolRef),
                  )
                }
              />
            );
          })}
        </ul>
      )}
      {more && (
        <Button variant="default" mt="md" onClick={more}>
          More Tools
        </Button>
      )}
    </>
  );
}
