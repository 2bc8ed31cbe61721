import { type AnswerRead, completeReading, explainAbsence, FROM_CACHE } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolListAnswer } from '#shared/contract/catalogue.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import { type CachedAnswer, provenanceOf } from './answer-cache.ts';
import { passes, searchByWords, type ToolFilters } from './cached-search.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { lessCertain } from './certainty.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { readToolList } from './read-answers.ts';
import { announcedTool } from './read-tools.ts';

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

/** A page of the catalogue, and what its answer proves about absent Tools. */
export type ListPage = { list: ToolListAnswer; read: AnswerRead; freshness: CatalogueFreshness | null };

/** Lists the service's catalogue, or searches it if `query` is given, and caches the answer. Throws `ContractFailure`. */
export async function listFromService(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  question: ListQuestion,
): Promise<ToolListAnswer> {
  return (await listPageFromService(reader, freshness, question)).list;
}

/** As `listFromService`, with the page's evidence of completeness, for readings of several pages. */
export async function listPageFromService(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  question: ListQuestion,
): Promise<ListPage> {
  const kind = question.query === undefined ? 'list' : 'search';
  const { query, filters, cursor } = question;
  const reply = await reader.request(
    kind,
    asText(question),
    { query, filters: filtersOrNone(filters), cursor, limit: PAGE[kind] },
    {
      announced: (answer) => {
        const read = readToolList(kind, answer);
        return [read.items.map(announcedTool), read.notice, read.hasMore, read.freshness?.status];
      },
      readable: (answer) => readToolList(kind, answer).answered,
    },
  );
  if (!reply.ok) throw contractFailureOf(reply.failure);
  const { items, read, freshness: inside } = readToolList(kind, reply.answer, question);
  await reader.cacheTools(reply.identity, items, reply.answer);
  const list = toolList(reply.answer, question, freshness.cached(reply.identity), true);
  // Whether "not found" proves absence depends on the catalogue's current freshness (§1.4).
  return {
    list: list.absence === null ? list : toolList(reply.answer, question, await freshness.now(), true),
    read,
    freshness: inside,
  };
}

const filtersOrNone = (filters: ToolFilters | undefined): ToolFilters | undefined =>
  filters === undefined || Object.values(filters).every((value) => value === undefined) ? undefined : filters;

/** As `listFromService` from the cache: the same answer if cached, else a search of all cached Tools; null if there are none. */
export function listFromCache(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  question: ListQuestion,
): ToolListAnswer | null {
  const identity = reader.identity();
  const kind = question.query === undefined ? 'list' : 'search';
  const known = freshness.cached(identity);
  const answer = reader.cached.read(identity, kind, asText(question));
  if (answer !== null) return toolList(answer, question, known, false);
  if (question.cursor !== undefined) return null;
  const tools = reader.cached.tools(identity);
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
    complete: false,
    hasMore: false,
    nextCursor: null,
    freshness: known,
    provenance: { source: 'cached', asOf: Math.min(...tools.map(({ asOf }) => asOf)), requestId: null },
    absence: items.length > 0 ? null : explainAbsence(FROM_CACHE),
    notice: question.query === undefined ? null : 'Found by words among the Tools cached on this machine.',
  };
}

function toolList(
  answer: CachedAnswer,
  question: ListQuestion,
  known: CatalogueFreshness | null,
  fromService: boolean,
): ToolListAnswer {
  const read = readToolList(question.query === undefined ? 'list' : 'search', answer, question);
  const items = read.items.filter((tool) => passes(tool, question.filters));
  const freshness = lessCertain(known, read.freshness);
  return {
    items,
    complete: read.complete,
    hasMore: read.hasMore,
    nextCursor: read.nextCursor,
    freshness,
    provenance: provenanceOf(answer, fromService),
    // Freshness within an answer can only lower certainty; the catalogue's own report raises it.
    absence:
      items.length > 0 && read.answered
        ? null
        : explainAbsence(
            completeReading({
              fromService,
              freshness: known === null ? null : freshness,
              answers: [read.read],
              fromStart: question.cursor === undefined,
              filtered: filtersOrNone(question.filters) !== undefined,
            }),
          ),
    notice: read.notice,
    ...(read.answered ? {} : { raw: answer.body }),
  };
}
