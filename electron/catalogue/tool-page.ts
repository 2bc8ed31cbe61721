import { type Absence, completeReading, explainAbsence } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolDetail, ToolPage } from '#shared/contract/catalogue.ts';
import { fold } from '../marketplace/answers/fold.ts';
import type { RequestFailure } from '../marketplace/http/answer.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import { readAnswer } from '../marketplace/service/read-answer.ts';
import { type CachedAnswer, provenanceOf } from './answer-cache.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { describedRead, NOT_DESCRIBED, postureOf } from './read-answers.ts';
import { announcedTool, toolDetailOf, toolOf, undescribed } from './read-tools.ts';

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
      announced: (answer) => {
        const described = readAnswer('describe', answer);
        const detail = described.kind === 'found' ? toolDetailOf(described) : null;
        return [postureOf(described), detail === null ? null : announcedTool(detail)];
      },
      readable: (answer) => toolPage(answer, toolRef, null, null, true).posture.state !== 'unknown',
    },
  );
  if (!reply.ok) {
    if (!isToolNotFound(reply.failure)) throw contractFailureOf(reply.failure);
    // Cached as an answer, so that the Tool is no longer offered from earlier lists.
    const answer: CachedAnswer = {
      body: { kind: 'not_found', toolRef },
      asOf: reader.clock(),
      requestId: reply.failure.requestId,
    };
    reader.put(reply.identity, 'describe', toolRef, answer);
    return toolPage(answer, toolRef, null, await freshness.now(), true);
  }
  const described = readAnswer('describe', reply.answer);
  if (described.kind === 'found') await reader.cacheTools(reply.identity, [toolOf(described)], reply.answer);
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
  const listed = reader.cached.tool(identity, toolRef);
  if (listed === undefined) return null;
  return {
    toolRef,
    posture: NOT_DESCRIBED,
    tool: undescribed(listed.tool),
    absence: null,
    provenance: { source: 'cached', asOf: listed.asOf, requestId: listed.requestId },
    raw: listed.tool,
  };
}

/** A Tool as lists show it, without the details of its description. */
function listedTool(reader: CatalogueReader, identity: string, toolRef: string): ToolDetail | null {
  const listed = reader.cached.tool(identity, toolRef);
  return listed === undefined ? null : undescribed(listed.tool);
}

/** Whether a failure means that the Tool was not found. A bare 404 may mean a wrong path. */
const isToolNotFound = ({ status, problem }: RequestFailure): boolean =>
  status === 404 && fold(`${problem?.kind ?? ''}${problem?.code ?? ''}`).includes('notfound');

/** What "not found" proves. */
const absenceFrom = (
  answer: CachedAnswer,
  toolRef: string,
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): Absence =>
  explainAbsence(
    completeReading({
      fromService,
      freshness,
      answers: [describedRead(readAnswer('describe', answer), toolRef, answer)],
      fromStart: true,
      filtered: false,
    }),
  );

function toolPage(
  answer: CachedAnswer,
  toolRef: string,
  listed: ToolDetail | null,
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): ToolPage {
  const read = readAnswer('describe', answer);
  const posture = postureOf(read);
  const described = read.kind === 'found' ? toolDetailOf(read) : null;
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
    provenance: provenanceOf(answer, fromService),
    raw: answer.body,
  };
}
