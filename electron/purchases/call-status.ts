import type { Answer } from '../marketplace/answer.ts';
import type { CallResult } from '../marketplace/readers/call-result.ts';
import { type CallStatusReading, readCallStatus } from '../marketplace/readers/call-status.ts';
import { fold } from '../marketplace/words.ts';
import type { Entry } from './entry.ts';
import { laterLook } from './pace.ts';
import type { Room } from './room.ts';
import { chargeChanges, settleResult } from './settling.ts';

/** States in which the service is still at work. One that nobody has seen counts the same, and is told as such. */
const WORKING_STATES = new Set([
  'gatheringinformation',
  'awaitingauthority',
  'authorized',
  'leased',
  'inprogress',
  'retryable',
  'pending',
]);
const CANCELLED_STATES = new Set(['cancelled', 'canceled']);
const VOID_STATES = new Set(['invalidated']);
const FINISHED_STATES = new Set(['terminal', 'completed', 'refused']);
const UNKNOWN_STATES = new Set(['reconciliationrequired', 'outcomeunknown']);

/** Asks how a Call stands, with the version known so far, and takes in the answer. */
export async function readStatus(room: Room, id: string, callRef: string): Promise<void> {
  const entry = room.journal.must(id);
  const afterVersion = entry.callVersion === null ? {} : { afterVersion: Number(entry.callVersion) };
  const asked = await room.marketplace().ask('callStatus', { callRef, ...afterVersion });
  if (room.closed()) return;
  if (!asked.ok) {
    room.journal.amend(id, laterLook(room, entry, asked.failure.retryAfterMs));
    return;
  }
  applyStatus(room, entry, callRef, readCallStatus(asked.answer.body), asked.answer);
}

/** Takes in what the service says of a Call; whatever names another Call is kept as evidence and not believed. */
export function applyStatus(
  room: Room,
  entry: Entry,
  callRef: string,
  status: CallStatusReading,
  answer: Answer,
): void {
  if (!takeIn(room, entry, callRef, status, answer) || status.kind !== 'found' || status.version === null)
    return;
  // Only now: a version that is known before what it says is written down would hide it behind "unchanged".
  room.journal.amend(entry.id, { callVersion: String(status.version) });
}

/** True where the status was that of this Call. */
function takeIn(
  room: Room,
  entry: Entry,
  callRef: string,
  status: CallStatusReading,
  answer: Answer,
): boolean {
  const { id } = entry;
  const { requestId } = answer;
  const evidence = (words: string) => {
    room.journal.note(id, 'evidence', 'service', words, requestId, answer.body);
    room.journal.amend(id, laterLook(room, entry));
  };
  if (status.kind === 'unchanged') {
    room.journal.amend(id, laterLook(room, entry, status.retryAfterMs));
    return false;
  }
  if (status.kind === 'refused') {
    evidence(`The service does not tell how the Call stands (${status.code.slice(0, 80)}).`);
    return false;
  }
  if (status.kind === 'unreadable') {
    evidence(status.why);
    return false;
  }
  if (status.callRef !== callRef || (status.toolRef !== null && status.toolRef !== entry.toolRef)) {
    evidence(
      'The service answered with another Call than this one. The answer is kept as evidence and not believed.',
    );
    return false;
  }
  const state = fold(status.state);
  const { result } = status;
  const tellsOutcome = result !== null && result.kind !== 'unreadable' && result.kind !== 'pending';
  if (tellsOutcome && !CANCELLED_STATES.has(state)) {
    settleResult(room, id, withMoney(result, status), answer, 'status');
    return true;
  }
  const settled = {
    callRef,
    receipt: status.receipt,
    nextLookAt: null,
    ...chargeChanges(entry, status.usage, status.receipt),
  };
  if (CANCELLED_STATES.has(state)) {
    room.journal.record(id, {
      event: 'cancelled',
      words: 'The service cancelled the Call.',
      requestId,
      detail: answer.body,
      changes: settled,
    });
  } else if (VOID_STATES.has(state)) {
    room.journal.record(id, {
      event: 'refused',
      words: 'The service declared the Call invalid.',
      requestId,
      detail: answer.body,
      changes: {
        ...settled,
        refusal: {
          code: status.state,
          words: 'The service declared the Call invalid.',
          retryable: false,
          retryAfterMs: null,
          requiredActions: [],
        },
      },
    });
  } else if (FINISHED_STATES.has(state)) {
    room.journal.record(id, {
      event: 'outcome_unknown',
      words: 'The service says that the Call is over, but gives no result that can be read.',
      requestId,
      detail: answer.body,
      changes: { callRef, receipt: status.receipt, ...laterLook(room, entry) },
    });
  } else if (UNKNOWN_STATES.has(state)) {
    room.journal.record(id, {
      event: 'outcome_unknown',
      words: 'The service is still finding out whether the Call was carried out.',
      requestId,
      detail: answer.body,
      changes: { callRef, receipt: status.receipt, ...laterLook(room, entry) },
    });
  } else {
    const named = status.state.slice(0, 80);
    room.journal.record(id, {
      event: 'acknowledged',
      words: WORKING_STATES.has(state)
        ? `The service is working on the Call (${named}).`
        : `The service names a state of the Call that Milepost does not know: "${named}". It counts as not done.`,
      requestId,
      changes: {
        callRef,
        ...laterLook(room, entry, result?.kind === 'pending' ? result.retryAfterMs : null),
      },
    });
  }
  return true;
}

/** Some services tell usage and receipt beside the result rather than in it. */
function withMoney(result: CallResult, status: Extract<CallStatusReading, { kind: 'found' }>): CallResult {
  if (result.kind === 'pending' || result.kind === 'unreadable') return result;
  return { ...result, usage: result.usage ?? status.usage, receipt: result.receipt ?? status.receipt };
}
