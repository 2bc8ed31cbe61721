import { explainAbsence } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool, ToolList } from '#shared/contract/catalogue.ts';
import { contractFailureOf } from '../marketplace/contract-failure.ts';
import type { Asking } from './asking.ts';
import { lessCertain } from './certainty.ts';
import type { FreshnessRead } from './freshness-read.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { passes, searchByWords, type ToolFilters } from './kept-search.ts';
import { readToolList } from './readers/tool-list-reading.ts';

export type ListQuestion = {
  query?: string | undefined;
  filters?: ToolFilters | undefined;
  cursor?: string | undefined;
};

const PAGE = { list: 50, search: 20 } as const;

const asText = ({ query, filters, cursor }: ListQuestion): string =>
  JSON.stringify([
    query ?? null,
    filters?.healthStatus ?? null,
    filters?.maximumPrice ?? null,
    cursor ?? null,
  ]);

/** What of a Tool is worth telling screens of when it changes: not the times of its health checks. */
const lasting = ({ lastCheckedAt: _checked, lastHealthyAt: _healthy, more: _more, ...tool }: Tool): unknown =>
  tool;

/** Lists or searches the service's catalogue, where `query` is given; what comes is kept. Throws what crosses the contract. */
export async function listFromService(
  asking: Asking,
  freshness: FreshnessRead,
  question: ListQuestion,
): Promise<ToolList> {
  const kind = question.query === undefined ? 'list' : 'search';
  const { query, filters, cursor } = question;
  const asked = await asking.ask(
    kind,
    asText(question),
    { query, filters: filtersOrNone(filters), cursor, limit: PAGE[kind] },
    {
      telling: (answer) => {
        const read = readToolList(answer.body, answer.asOf);
        return [read.items.map(lasting), read.notice, read.hasMore, read.freshness?.status];
      },
      readable: (answer) => readToolList(answer.body, answer.asOf).answered,
    },
  );
  if (!asked.ok) throw contractFailureOf(asked.failure);
  asking.keepTools(asked.identity, readToolList(asked.answer.body, asked.answer.asOf).raw, asked.answer);
  const list = toolList(asked.answer, question, freshness.kept(asked.identity), true);
  if (list.items.length > 0) return list;
  // Whether "not found" means "not there" depends on the catalogue at this moment (§1.4).
  return toolList(asked.answer, question, await freshness.now(), true);
}

const filtersOrNone = (filters: ToolFilters | undefined): ToolFilters | undefined =>
  filters === undefined || Object.values(filters).every((value) => value === undefined) ? undefined : filters;

/** The same from what is kept: that very answer, else all Tools ever seen; null where nothing is. */
export function listFromKept(
  asking: Asking,
  freshness: FreshnessRead,
  question: ListQuestion,
): ToolList | null {
  const identity = asking.identity();
  const kind = question.query === undefined ? 'list' : 'search';
  const known = freshness.kept(identity);
  const answer = asking.kept.read(identity, kind, asText(question));
  if (answer !== null) return toolList(answer, question, known, false);
  if (question.cursor !== undefined) return null;
  const tools = asking.kept.tools(identity);
  if (tools.length === 0) return null;
  const found =
    question.query === undefined
      ? tools.map(({ tool }) => tool)
      : searchByWords(
          tools.map(({ tool }) => tool),
          question.query,
        );
  const items = found.filter((tool) => passes(tool, question.filters));
  return {
    items,
    whole: false,
    hasMore: false,
    nextCursor: null,
    freshness: known,
    provenance: { source: 'kept', asOf: Math.min(...tools.map(({ asOf }) => asOf)), requestId: null },
    absence: items.length > 0 ? null : explainAbsence({ freshness: known, whole: false, fromService: false }),
    notice: question.query === undefined ? null : 'Found by words among the Tools kept on this machine.',
  };
}

function toolList(
  answer: KeptAnswer,
  question: ListQuestion,
  known: CatalogueFreshness | null,
  fromService: boolean,
): ToolList {
  const read = readToolList(answer.body, answer.asOf);
  const items = read.items.filter((tool) => passes(tool, question.filters));
  const freshness = lessCertain(known, read.freshness);
  // A search finds what is like its query: that it finds nothing does not show what the rest of the pages hold.
  const whole = read.whole && !read.hasMore && question.cursor === undefined;
  return {
    items,
    whole: read.whole,
    hasMore: read.hasMore,
    nextCursor: read.nextCursor,
    freshness,
    provenance: { source: fromService ? 'service' : 'kept', asOf: answer.asOf, requestId: answer.requestId },
    // What an answer says of its source can take certainty away, not give it: the catalogue's own report does that.
    absence:
      items.length > 0 && read.answered
        ? null
        : explainAbsence({ freshness: known === null ? null : freshness, whole, fromService }),
    notice: read.notice,
    ...(read.answered ? {} : { raw: answer.body }),
  };
}
