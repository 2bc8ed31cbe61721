import { explainAbsence } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolDetail, ToolPage } from '#shared/contract/catalogue.ts';
import type { AskFailure } from '../marketplace/answer.ts';
import { contractFailureOf } from '../marketplace/contract-failure.ts';
import { member } from '../marketplace/reading.ts';
import { fold } from '../marketplace/words.ts';
import type { Asking } from './asking.ts';
import type { FreshnessRead } from './freshness-read.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { NOT_DESCRIBED, readPosture } from './readers/posture.ts';
import { readToolDetail } from './readers/tool-reading.ts';

/** A Tool's page from the service; what comes is kept. Throws what crosses the contract. */
export async function describeFromService(
  asking: Asking,
  freshness: FreshnessRead,
  toolRef: string,
): Promise<ToolPage> {
  const asked = await asking.ask(
    'describe',
    toolRef,
    { toolRef },
    {
      telling: ({ body }) => {
        const detail = readToolDetail(member(body, 'tool'));
        return [
          readPosture(body),
          detail === null ? null : { ...detail, lastCheckedAt: 0, lastHealthyAt: 0, more: 0 },
        ];
      },
      readable: (answer) => toolPage(answer, toolRef, null, null, true).posture.state !== 'unknown',
    },
  );
  if (!asked.ok) {
    if (!saysNotFound(asked.failure)) throw contractFailureOf(asked.failure);
    // Kept as the answer that it is, so that the Tool is not offered again from what lists told before.
    const answer: KeptAnswer = {
      body: { kind: 'not_found', toolRef, code: asked.failure.problem?.code, problem: asked.failure.body },
      asOf: asking.clock(),
      requestId: asked.failure.requestId,
    };
    asking.keep(asked.identity, 'describe', toolRef, answer);
    return toolPage(answer, toolRef, null, await freshness.now(), true);
  }
  const tool = member(asked.answer.body, 'tool');
  if (tool !== undefined) asking.keepTools(asked.identity, [tool], asked.answer);
  const listed = listedTool(asking, asked.identity, toolRef);
  const page = toolPage(asked.answer, toolRef, listed, freshness.kept(asked.identity), true);
  return page.absence === null ? page : toolPage(asked.answer, toolRef, listed, await freshness.now(), true);
}

/** The page as it was kept; else what lists told of the Tool; null where nothing is known of it. */
export function describeFromKept(asking: Asking, freshness: FreshnessRead, toolRef: string): ToolPage | null {
  const identity = asking.identity();
  const answer = asking.kept.read(identity, 'describe', toolRef);
  if (answer !== null)
    return toolPage(answer, toolRef, listedTool(asking, identity, toolRef), freshness.kept(identity), false);
  const listed = asking.kept.tools(identity).find(({ tool }) => tool.toolRef === toolRef);
  if (listed === undefined) return null;
  return {
    toolRef,
    posture: NOT_DESCRIBED,
    tool: readToolDetail(listed.tool),
    absence: null,
    provenance: { source: 'kept', asOf: listed.asOf, requestId: listed.requestId },
    raw: listed.tool,
  };
}

/** A Tool as lists told of it, without what only its description tells. */
function listedTool(asking: Asking, identity: string, toolRef: string): ToolDetail | null {
  const listed = asking.kept.tools(identity).find(({ tool }) => tool.toolRef === toolRef);
  return listed === undefined ? null : readToolDetail(listed.tool);
}

/** Some services say "not found" with a status. A bare 404 may as well mean that the path is wrong. */
const saysNotFound = ({ status, problem }: AskFailure): boolean =>
  status === 404 && fold(`${problem?.kind ?? ''}${problem?.code ?? ''}`).includes('notfound');

function toolPage(
  answer: KeptAnswer,
  toolRef: string,
  listed: ToolDetail | null,
  freshness: CatalogueFreshness | null,
  fromService: boolean,
): ToolPage {
  const posture = readPosture(answer.body);
  const described = readToolDetail(member(answer.body, 'tool'));
  // Why a Tool cannot be called is answered without the Tool: what lists told of it still says which one it is.
  const tool = described ?? (posture.state === 'not_found' || posture.state === 'callable' ? null : listed);
  // An answer about another Tool than the one asked for says nothing of this one.
  const other = tool !== null && tool.toolRef !== toolRef;
  return {
    toolRef,
    posture: other
      ? {
          state: 'unknown',
          reason: null,
          words: 'The service described another Tool than the one asked for.',
        }
      : posture.state === 'callable' && tool === null
        ? { ...posture, state: 'unknown', words: 'The service found it, but its description cannot be read.' }
        : posture,
    tool: other ? null : tool,
    absence: posture.state === 'not_found' ? explainAbsence({ freshness, whole: true, fromService }) : null,
    provenance: { source: fromService ? 'service' : 'kept', asOf: answer.asOf, requestId: answer.requestId },
    raw: answer.body,
  };
}
