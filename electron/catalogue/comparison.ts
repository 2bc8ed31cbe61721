import { completeReading, explainAbsence, FROM_CACHE } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import { type CachedAnswer, provenanceOf } from './answer-cache.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { lessCertain } from './certainty.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { readToolList } from './read-answers.ts';
import { announcedTool } from './read-tools.ts';

export type ToolComparison = NonNullable<Awaited<ReturnType<ContractHandlers['catalogue']['compare']>>>;

const asText = (toolRefs: readonly string[]): string => JSON.stringify(toolRefs);

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
      announced: (answer) => readToolList('compare', answer).items.map(announcedTool),
      readable: (answer) => readToolList('compare', answer).answered,
    },
  );
  if (!reply.ok) throw contractFailureOf(reply.failure);
  await reader.cacheTools(reply.identity, readToolList('compare', reply.answer).items, reply.answer);
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
  const found = toolRefs.flatMap((toolRef) => reader.cached.tool(identity, toolRef) ?? []);
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
  const read = readToolList('compare', answer);
  const tools = read.items;
  const missing = toolRefs.filter(
    (toolRef) => read.missing.includes(toolRef) || !tools.some((tool) => tool.toolRef === toolRef),
  );
  const isExplained = missing.every((toolRef) => read.missing.includes(toolRef));
  return {
    tools,
    missing,
    absence:
      missing.length === 0
        ? null
        : explainAbsence(
            isExplained
              ? completeReading({
                  fromService,
                  freshness: freshness === null ? null : lessCertain(freshness, read.freshness),
                  answers: [read.read],
                  fromStart: true,
                  filtered: false,
                })
              : fromService
                ? 'the service did not say what became of every Tool that was asked for'
                : FROM_CACHE,
          ),
    notice: read.notice,
    provenance: provenanceOf(answer, fromService),
    ...(read.answered ? {} : { raw: answer.body }),
  };
}
