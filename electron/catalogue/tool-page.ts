import { type Absence, completeReading, explainAbsence } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolDetail, ToolPage } from '#shared/contract/catalogue.ts';
import { fold } from '../marketplace/answers/fold.ts';
import { member, text } from '../marketplace/answers/reading.ts';
import type { RequestFailure } from '../marketplace/http/answer.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import type { CachedAnswer } from './answer-cache.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { lessCertain } from './certainty.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { namedRead } from './readers/answer-reading.ts';
import { freshnessInside } from './readers/freshness-reading.ts';
import { describeAnswer, NOT_DESCRIBED, readPosture } from './readers/posture.ts';
import { readToolDetail } from './readers/tool-reading.ts';
import { toolIn, withoutProofIfWrapped } from './readers/wrapping.ts';

/** Reads a Tool's page from the service and caches it. Throws `ContractFailure`. */
export async function describeFromService(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  toolRef: string,
): Promise<ToolPage> {
  const reply = await reader.request(
    'describe',
    toolRef,
    { toolRef },
    {
      announced: ({ body }) => {
        const described = describeAnswer(body).body;
        const detail = readToolDetail(toolIn(described));
        return [
          readPosture(described),
          detail === null ? null : { ...detail, lastCheckedAt: 0, lastHealthyAt: 0, more: 0 },
        ];
      },
      readable: (answer) => toolPage(answer, toolRef, null, null, true).posture.state !== 'unknown',
    },
  );
  if (!reply.ok) {
    if (!isToolNotFound(reply.failure)) throw contractFailureOf(reply.failure);
    // Cached as an answer, so that the Tool is no longer offered from earlier lists.
    const answer: CachedAnswer = {
      body: { kind: 'not_found', toolRef, code: reply.failure.problem?.code, problem: reply.failure.body },
      asOf: reader.clock(),
      requestId: reply.failure.requestId,
    };
    reader.put(reply.identity, 'describe', toolRef, answer);
    return toolPage(answer, toolRef, null, await freshness.now(), true);
  }
  const tool = toolIn(describeAnswer(reply.answer.body).body);
  if (tool !== undefined) reader.cacheTools(reply.identity, [tool], reply.answer);
  const listed = listedTool(reader, reply.identity, toolRef);
  const page = toolPage(reply.answer, toolRef, listed, freshness.cached(reply.identity), true);
  return page.absence === null ? page : toolPage(reply.answer, toolRef, listed, await freshness.now(), true);
}

/** The cached page, else one made from a cached list item; null if neither exists. */
export function describeFromCache(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  toolRef: string,
): ToolPage | null {
  const identity = reader.identity();
  const answer = reader.cached.read(identity, 'describe', toolRef);
  if (answer !== null)
    return toolPage(
      answer,
      toolRef,
      listedTool(reader, identity, toolRef),
      freshness.cached(identity),
      false,
    );
  const listed = reader.cached.tools(identity).find(({ tool }) => tool.toolRef === toolRef);
  if (listed === undefined) return null;
  return {
    toolRef,
    posture: NOT_DESCRIBED,
    tool: readToolDetail(listed.tool),
    absence: null,
    provenance: { source: 'cached', asOf: listed.asOf, requestId: listed.requestId },
    raw: listed.tool,
  };
}

/** A Tool as lists show it, without the details of its description. */
function listedTool(reader: CatalogueReader, identity: string, toolRef: string): ToolDetail | null {
  const listed = reader.cached.tools(identity).find(({ tool }) => tool.toolRef === toolRef);
  return listed === undefined ? null : readToolDetail(listed.tool);
}

/** Whether a failure means that the Tool was not found. A bare 404 may mean a wrong path. */
const isToolNotFound = ({ status, problem }: RequestFailure): boolean =>
  status === 404 && fold(`${problem?.kind ?? ''}${problem?.code ?? ''}`).includes('notfound');

/** What "not found" proves. An answer about another Tool proves nothing about this one. */
function absenceFrom(
  { body: answered, asOf, came }: CachedAnswer,
  toolRef: string,
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): Absence {
  const { body, isWrapped } = describeAnswer(answered);
  const about = text(member(body, 'toolRef'));
  const inside = freshnessInside(body, asOf);
  return explainAbsence(
    completeReading({
      fromService,
      freshness: freshness === null ? null : lessCertain(freshness, inside),
      answers: [
        withoutProofIfWrapped(
          isWrapped,
          namedRead(body, { keys: [], answered: about === null || about === toolRef, came, readAt: asOf }),
        ),
      ],
      fromStart: true,
      filtered: false,
    }),
  );
}

function toolPage(
  answer: CachedAnswer,
  toolRef: string,
  listed: ToolDetail | null,
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): ToolPage {
  const { body } = describeAnswer(answer.body);
  const posture = readPosture(body);
  const described = readToolDetail(toolIn(body));
  // The reason why a Tool cannot be called comes without the Tool, so the listed one is shown.
  const tool = described ?? (posture.state === 'not_found' || posture.state === 'callable' ? null : listed);
  const other = tool !== null && tool.toolRef !== toolRef;
  return {
    toolRef,
    posture: other
      ? {
          state: 'unknown',
          reason: null,
          words: 'The service described another Tool than the one requested.',
        }
      : posture.state === 'callable' && tool === null
        ? { ...posture, state: 'unknown', words: 'The service found it, but its description cannot be read.' }
        : posture,
    tool: other ? null : tool,
    absence: posture.state === 'not_found' ? absenceFrom(answer, toolRef, freshness, fromService) : null,
    provenance: {
      source: fromService ? 'service' : 'cached',
      asOf: answer.asOf,
      requestId: answer.requestId,
    },
    raw: answer.body,
  };
}
