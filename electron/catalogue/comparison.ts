import { completeReading, explainAbsence, FROM_CACHE } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool } from '#shared/contract/catalogue.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { firstItems, kindOf, member, texts, unknownKind } from '../marketplace/answers/reading.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import type { CachedAnswer } from './answer-cache.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { lessCertain } from './certainty.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { listIn, namedRead } from './readers/answer-reading.ts';
import { freshnessInside } from './readers/freshness-reading.ts';
import { listAnswer, unavailableMessage } from './readers/tool-list-reading.ts';
import { readTool } from './readers/tool-reading.ts';
import { withoutProofIfWrapped } from './readers/wrapping.ts';

export type ToolComparison = NonNullable<Awaited<ReturnType<ContractHandlers['catalogue']['compare']>>>;

const asText = (toolRefs: readonly string[]): string => JSON.stringify(toolRefs);

const comparedIn = (answered: unknown): readonly unknown[] =>
  firstItems(listIn(listAnswer(answered).body)?.items);

const toolsOf = (body: unknown): Tool[] =>
  comparedIn(body).flatMap((item) => {
    const tool = readTool(item);
    return tool === null ? [] : [tool];
  });

function isReadable(answered: unknown): boolean {
  const kind = kindOf(listAnswer(answered).body);
  return kind === null ? toolsOf(answered).length > 0 : kind.folded === 'ok';
}

/** Compares one to four Tools at the service and caches the answer. Throws `ContractFailure`. */
export async function compareFromService(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  toolRefs: readonly string[],
): Promise<ToolComparison> {
  const reply = await reader.request(
    'compare',
    asText(toolRefs),
    { toolRefs },
    {
      announced: ({ body }) =>
        toolsOf(body).map((tool) => ({ ...tool, lastCheckedAt: 0, lastHealthyAt: 0, more: 0 })),
      readable: ({ body }) => isReadable(body),
    },
  );
  if (!reply.ok) throw contractFailureOf(reply.failure);
  reader.cacheTools(reply.identity, comparedIn(reply.answer.body), reply.answer);
  const read = comparison(reply.answer, toolRefs, freshness.cached(reply.identity), true);
  return read.missing.length === 0 ? read : comparison(reply.answer, toolRefs, await freshness.now(), true);
}

/** The cached comparison, else one made from cached Tools; null if any of them is not cached. */
export function compareFromCache(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  toolRefs: readonly string[],
): ToolComparison | null {
  const identity = reader.identity();
  const answer = reader.cached.read(identity, 'compare', asText(toolRefs));
  if (answer !== null) return comparison(answer, toolRefs, freshness.cached(identity), false);
  const known = reader.cached.tools(identity);
  const found = toolRefs.flatMap((toolRef) => known.filter(({ tool }) => tool.toolRef === toolRef));
  if (found.length < toolRefs.length) return null;
  return {
    tools: found.map(({ tool }) => tool),
    missing: [],
    absence: null,
    notice: null,
    provenance: { source: 'cached', asOf: Math.min(...found.map(({ asOf }) => asOf)), requestId: null },
  };
}

function comparison(
  answer: CachedAnswer,
  toolRefs: readonly string[],
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): ToolComparison {
  const { body, isWrapped } = listAnswer(answer.body);
  const kind = kindOf(body);
  const tools = toolsOf(answer.body);
  const readable = isReadable(answer.body);
  const namedMissing = texts(member(body, 'missing'));
  const missing = toolRefs.filter(
    (toolRef) => namedMissing.includes(toolRef) || !tools.some((tool) => tool.toolRef === toolRef),
  );
  return {
    tools,
    missing,
    absence:
      missing.length === 0
        ? null
        : explainAbsence(
            missing.every((toolRef) => namedMissing.includes(toolRef))
              ? completeReading({
                  fromService,
                  freshness:
                    freshness === null ? null : lessCertain(freshness, freshnessInside(body, answer.asOf)),
                  answers: [
                    withoutProofIfWrapped(
                      isWrapped,
                      namedRead(body, {
                        keys: tools.map(({ toolRef }) => toolRef),
                        answered: readable,
                        came: answer.came,
                        readAt: answer.asOf,
                      }),
                    ),
                  ],
                  fromStart: true,
                  filtered: false,
                })
              : fromService
                ? 'the service did not say what became of every Tool that was asked for'
                : FROM_CACHE,
          ),
    notice: readable
      ? null
      : kind?.folded === 'unavailable'
        ? unavailableMessage(body)
        : unknownKind('comparison', kind),
    provenance: {
      source: fromService ? 'service' : 'cached',
      asOf: answer.asOf,
      requestId: answer.requestId,
    },
    ...(readable ? {} : { raw: answer.body }),
  };
}
