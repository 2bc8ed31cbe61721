import { explainAbsence } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool } from '#shared/contract/catalogue.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { contractFailureOf } from '../marketplace/contract-failure.ts';
import { firstItems, kindOf, member, texts, unknownKind } from '../marketplace/reading.ts';
import type { Asking } from './asking.ts';
import type { FreshnessRead } from './freshness-read.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { unavailableWords } from './readers/tool-list-reading.ts';
import { readTool } from './readers/tool-reading.ts';

export type ToolComparison = NonNullable<Awaited<ReturnType<ContractHandlers['catalogue']['compare']>>>;

const asText = (toolRefs: readonly string[]): string => JSON.stringify(toolRefs);

const comparedIn = (body: unknown): readonly unknown[] => firstItems(member(body, 'tools', 'items'));

const toolsOf = (body: unknown): Tool[] =>
  comparedIn(body).flatMap((item) => {
    const tool = readTool(item);
    return tool === null ? [] : [tool];
  });

function isReadable(body: unknown): boolean {
  const kind = kindOf(body);
  return kind === null ? toolsOf(body).length > 0 : kind.folded === 'ok';
}

/** One to four Tools side by side, from the service; what comes is kept. Throws what crosses the contract. */
export async function compareFromService(
  asking: Asking,
  freshness: FreshnessRead,
  toolRefs: readonly string[],
): Promise<ToolComparison> {
  const asked = await asking.ask(
    'compare',
    asText(toolRefs),
    { toolRefs },
    {
      telling: ({ body }) =>
        toolsOf(body).map((tool) => ({ ...tool, lastCheckedAt: 0, lastHealthyAt: 0, more: 0 })),
      readable: ({ body }) => isReadable(body),
    },
  );
  if (!asked.ok) throw contractFailureOf(asked.failure);
  asking.keepTools(asked.identity, comparedIn(asked.answer.body), asked.answer);
  const read = comparison(asked.answer, toolRefs, freshness.kept(asked.identity), true);
  return read.missing.length === 0 ? read : comparison(asked.answer, toolRefs, await freshness.now(), true);
}

/** The same from what is kept: that very comparison, else what lists told of each; null where not all are known. */
export function compareFromKept(
  asking: Asking,
  freshness: FreshnessRead,
  toolRefs: readonly string[],
): ToolComparison | null {
  const identity = asking.identity();
  const answer = asking.kept.read(identity, 'compare', asText(toolRefs));
  if (answer !== null) return comparison(answer, toolRefs, freshness.kept(identity), false);
  const known = asking.kept.tools(identity);
  const found = toolRefs.flatMap((toolRef) => known.filter(({ tool }) => tool.toolRef === toolRef));
  if (found.length < toolRefs.length) return null;
  return {
    tools: found.map(({ tool }) => tool),
    missing: [],
    absence: null,
    notice: null,
    provenance: { source: 'kept', asOf: Math.min(...found.map(({ asOf }) => asOf)), requestId: null },
  };
}

function comparison(
  answer: KeptAnswer,
  toolRefs: readonly string[],
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): ToolComparison {
  const kind = kindOf(answer.body);
  const tools = toolsOf(answer.body);
  const readable = isReadable(answer.body);
  const told = texts(member(answer.body, 'missing'));
  const missing = toolRefs.filter(
    (toolRef) => told.includes(toolRef) || !tools.some((tool) => tool.toolRef === toolRef),
  );
  return {
    tools,
    missing,
    absence: missing.length === 0 ? null : explainAbsence({ freshness, whole: readable, fromService }),
    notice: readable
      ? null
      : kind?.folded === 'unavailable'
        ? unavailableWords(answer.body)
        : unknownKind('comparison', kind),
    provenance: { source: fromService ? 'service' : 'kept', asOf: answer.asOf, requestId: answer.requestId },
    ...(readable ? {} : { raw: answer.body }),
  };
}
