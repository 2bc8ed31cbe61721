import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tool, ToolListAnswer } from '#shared/contract/catalogue.ts';
import { plural } from '#shared/formats.ts';
import type { Amount } from '#shared/money.ts';
import { MAX_COMPARED } from '../addresses/catalogue-address.ts';
import { api } from '../api/api.ts';
import { AnswerLine } from '../tools/answer-line.tsx';
import { CURRENT_MS, type From, newer } from '../tools/cached-then-service.ts';
import classes from '../tools/catalogue.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { useAnnounced } from '../ui/status-messages.ts';
import { ToolCard } from './tool-card.tsx';
import { UnreadAnswer } from './unread-answer.tsx';

/** The search; an empty query lists all. */
export type ToolQuestion = { query: string; healthStatus?: string; maximumPrice?: Amount };

function ask({ query, ...filters }: ToolQuestion, from: From, cursor: string | null) {
  const more = { from, filters, ...(cursor === null ? {} : { cursor }) };
  return query === '' ? api.catalogue.list(more) : api.catalogue.search({ ...more, query });
}

/** Every page opened so far: the cached answer at once, the service's on arrival. */
function useToolPages(question: ToolQuestion) {
  const key = JSON.stringify(question);
  const [opened, setOpened] = useState<{ key: string; cursors: (string | null)[] } | null>(null);
  const cursors = opened?.key === key ? opened.cursors : [null];
  const cached = useQueries({
    queries: cursors.map((cursor) => ({
      queryKey: ['catalogue', 'tools', question, cursor],
      queryFn: () => ask(question, 'cached', cursor),
      placeholderData: keepPreviousData,
    })),
  });
  const reply = useQueries({
    queries: cursors.map((cursor) => ({
      queryKey: ['marketplace', 'read', 'tools', question, cursor],
      queryFn: () => ask(question, 'service', cursor),
      staleTime: CURRENT_MS,
    })),
  });
  const pages = cursors.flatMap((_, index): ToolListAnswer[] => {
    const held = cached[index]?.isPlaceholderData ? undefined : cached[index]?.data;
    const page = newer(held, reply[index]?.data) ?? cached[index]?.data;
    return page ? [page] : [];
  });
  const last = pages.length === cursors.length ? pages.at(-1) : undefined;
  const next = last?.hasMore ? last.nextCursor : null;
  const failed = reply.find((query) => query.isError && !query.isFetching);
  return {
    pages,
    // The Tools of the previous question stay until the answer is there, but not that there were none.
    waiting: cached.some((query) => query.isPlaceholderData)
      ? pages.every(({ items }) => items.length === 0)
      : pages.length === 0 && [...cached, ...reply].some((query) => query.isPending),
    unread: cached.find((query) => query.isLoadingError)?.error ?? null,
    refreshing: reply.some((query) => query.isFetching),
    failure: failed?.error ?? null,
    readAgain: () => {
      for (const query of reply) void query.refetch();
    },
    more:
      next === null || cursors.includes(next) ? null : () => setOpened({ key, cursors: [...cursors, next] }),
  };
}

type ToolListProps = {
  question: ToolQuestion;
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  /** Clears the query and every filter. */
  onClear: () => void;
};

const isFiltered = ({ query, healthStatus, maximumPrice }: ToolQuestion): boolean =>
  query !== '' || healthStatus !== undefined || maximumPrice !== undefined;

export function ToolList({ question, chosen, onChosen, onClear }: ToolListProps) {
  const { pages, waiting, unread, refreshing, failure, readAgain, more } = useToolPages(question);
  const tools = [
    ...new Map(
      pages.flatMap((page) => page.items).map((tool): [string, Tool] => [tool.toolRef, tool]),
    ).values(),
  ];
  const first = pages[0] ?? null;
  const countText = first ? plural(tools.length, 'Tool') : '';
  useAnnounced(countText);

  if (waiting) return <LoadingState words="Reading the catalogue…" />;
  const notices = [...new Set(pages.flatMap((page) => (page.notice === null ? [] : [page.notice])))];
  const absence = first?.absence ?? null;
  return (
    <>
      <AnswerLine
        provenance={first?.provenance ?? null}
        refreshing={refreshing}
        unread={unread}
        failure={failure}
        readAgain={readAgain}
      >
        {pages.some((page) => !page.complete) && tools.length > 0 && (
          <span className={classes.small} title="A Tool that is missing here may still exist.">
            Part of the catalogue
          </span>
        )}
      </AnswerLine>
      {notices.map((notice) => (
        <Alert key={notice} color="blue" my="xs">
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
            action={
              isFiltered(question) ? (
                <Button onClick={onClear}>Show all Tools</Button>
              ) : (
                <Button variant="filled" onClick={readAgain} loading={refreshing}>
                  Read the catalogue
                </Button>
              )
            }
          >
            {absence?.words ??
              'No Tool passes these filters. There may still be one: this list may be incomplete.'}
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
                choosable={isChosen || chosen.length < MAX_COMPARED}
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
        <Button mt="md" onClick={more}>
          More Tools
        </Button>
      )}
    </>
  );
}
