import type { Answer, Asked, AskFailure } from '../marketplace/answer.ts';
import { type CallResult, readCallResult } from '../marketplace/readers/call-result.ts';
import type { Usage } from '../marketplace/readers/usage.ts';
import { isStorageError } from '../storage/problem.ts';
import { arrivedOf } from './arrived.ts';
import type { Entry } from './entry.ts';
import type { Via } from './outputs.ts';
import { laterLook } from './pace.ts';
import type { Room } from './room.ts';
import { chargeOf } from './spending.ts';
import { refusalWords } from './words.ts';

/** Statuses that say "refused before anything was done". 408, 409, 425 and 5xx do not say that. */
const REFUSED_BEFORE_ANYTHING = new Set([400, 401, 402, 403, 404, 405, 410, 413, 415, 422]);

/** Takes in what came back to a command. */
export function settle(room: Room, id: string, asked: Asked): void {
  if (asked.ok) settleResult(room, id, readCallResult(asked.answer.body), asked.answer, 'call');
  else settleFailure(room, id, asked.failure);
}

/** Takes in the result of a Call, whichever answer brought it. The service's kind decides, never the HTTP status alone. */
export function settleResult(room: Room, id: string, result: CallResult, answer: Answer, via: Via): void {
  const entry = room.journal.must(id);
  const { requestId } = answer;
  const otherCall = identityChange(entry, result);
  if (otherCall !== null) {
    room.journal.record(id, {
      event: 'answer_lost',
      words: otherCall,
      requestId,
      detail: answer.body,
      changes: laterLook(room, entry),
    });
    return;
  }
  switch (result.kind) {
    case 'completed':
      complete(room, entry, result, answer, via);
      return;
    case 'pending':
      room.journal.record(id, {
        event: 'acknowledged',
        words: 'The service accepted the Call and is working on it.',
        requestId,
        changes: { callRef: result.callRef, ...laterLook(room, entry, result.retryAfterMs) },
      });
      return;
    case 'outcome_unknown':
      room.journal.record(id, {
        event: 'outcome_unknown',
        words: 'The service does not know yet whether the Call was carried out. It may have been charged.',
        requestId,
        detail: { evidence: result.evidence, receipt: result.receipt },
        changes: {
          ...(result.callRef === null ? {} : { callRef: result.callRef }),
          receipt: result.receipt,
          ...laterLook(room, entry),
        },
      });
      return;
    case 'refused':
      refuse(room, entry, result, requestId, answer.body);
      return;
    case 'unreadable':
      room.journal.record(id, {
        event: 'answer_lost',
        words: `${result.why} It may have been charged, so it is not sent again by itself.`,
        requestId,
        detail: answer.body,
        changes: {
          // A reference in an answer that is otherwise not understood is still a way to ask how it stands.
          ...(result.callRef === null ? {} : { callRef: result.callRef }),
          ...laterLook(room, entry),
        },
      });
  }
}

/** A reference that changes its identity is never believed: it is kept as evidence. */
function identityChange(entry: Entry, result: CallResult): string | null {
  if (entry.callRef !== null && result.callRef !== null && result.callRef !== entry.callRef)
    return 'The service answered with another Call than this one. The answer is kept as evidence and not believed.';
  if (result.kind === 'completed' && result.toolRef !== null && result.toolRef !== entry.toolRef)
    return 'The service answered with the Call of another Tool. The answer is kept as evidence and not believed.';
  return null;
}

function complete(
  room: Room,
  entry: Entry,
  result: Extract<CallResult, { kind: 'completed' }>,
  answer: Answer,
  via: Via,
): void {
  room.storage.transaction(() => {
    room.journal.record(entry.id, {
      event: 'completed',
      words: 'The service carried out the Call and its output is stored.',
      requestId: answer.requestId,
      detail: { evidenceHash: result.evidenceHash, usage: result.usage, receipt: result.receipt },
      changes: {
        callRef: result.callRef,
        requestId: answer.requestId,
        receipt: result.receipt,
        nextLookAt: null,
        ...chargeChanges(entry, result.usage, result.receipt),
      },
    });
    room.outputs.store(entry.id, via, answer.bytes, answer.receivedAt);
  });
  interpretOutput(room, entry.id);
}

/**
 * Derives the records of a stored output. May run again at any time: a crash or a full disk before it only delays it,
 * and what cannot be interpreted at all stays stored, byte for byte.
 */
export function interpretOutput(room: Room, id: string): void {
  try {
    room.storage.transaction(() => {
      const entry = room.journal.must(id);
      const stored = room.outputs.bytesOf(id);
      if (stored === null) return;
      const runId = room.interpret({
        purchaseId: id,
        interpretation: entry.interpretation,
        marketplace: entry.marketplace,
        runId: entry.continuesRun,
        toolRef: entry.toolRef,
        input: entry.input,
        output: room.outputs.outputOf(id),
        receivedAt: stored.receivedAt,
      });
      room.journal.amend(id, { runId });
      room.outputs.markInterpreted(id);
    });
  } catch (error) {
    if (isStorageError(error)) room.storageFailed();
    else room.uninterpretable.add(id);
  }
}

function refuse(
  room: Room,
  entry: Entry,
  result: Extract<CallResult, { kind: 'refused' }>,
  requestId: string | null,
  body: unknown,
): void {
  room.journal.record(entry.id, {
    event: 'refused',
    words: refusalWords(result.code),
    requestId,
    detail: body,
    changes: {
      ...(result.callRef === null ? {} : { callRef: result.callRef }),
      requestId,
      receipt: result.receipt,
      nextLookAt: null,
      refusal: {
        code: result.code,
        words: refusalWords(result.code),
        retryable: result.retryable,
        retryAfterMs: result.retryAfterMs,
        requiredActions: result.requiredActions,
      },
      ...chargeChanges(entry, result.usage, result.receipt),
    },
  });
}

export function chargeChanges(entry: Entry, usage: Usage | null, receipt: unknown) {
  return chargeOf(usage, receipt, entry.price?.currency ?? 'USD');
}

function settleFailure(room: Room, id: string, failure: AskFailure): void {
  const entry = room.journal.must(id);
  const { requestId } = failure;
  // What was paid for may be in bytes that could not be read.
  const arrived = arrivedOf(failure.bytes);
  const detail = {
    code: failure.code,
    status: failure.status,
    body: failure.body,
    ...(arrived === null ? {} : { arrived }),
  };
  // While it is `submitted`, no earlier sending can have arrived: whatever might have made it `unknown` or `pending`.
  const nothingArrivedBefore = entry.state === 'submitted';
  if (failure.delivery === 'not_sent' && nothingArrivedBefore) {
    room.journal.record(id, { event: 'never_left', words: failure.message, requestId, detail });
    return;
  }
  if (failure.status === 429) {
    // §7.1: wait as long as the service says; it did not take the command, which is repeated identically.
    room.journal.record(id, {
      event: 'asked_to_wait',
      words: 'The service asks to wait before it takes the Call.',
      requestId,
      detail,
      changes: laterLook(room, entry, failure.retryAfterMs),
    });
    return;
  }
  if (refusedOutright(failure) && nothingArrivedBefore) {
    recordRefusal(room, id, failure);
    return;
  }
  room.journal.record(id, {
    event: 'answer_lost',
    words: `${failure.message} It may have been charged, so Milepost looks for it at the service before anything else.`,
    requestId,
    detail,
    changes: laterLook(room, entry),
  });
}

/** Whether an answer says that the order was refused before anything was done for it. */
export const refusedOutright = (failure: AskFailure): boolean =>
  failure.delivery === 'answered' && failure.status !== null && REFUSED_BEFORE_ANYTHING.has(failure.status);

/** Settles a purchase as refused without a Call, from a problem answer. */
export function recordRefusal(room: Room, id: string, failure: AskFailure): void {
  const code = failure.problem?.code ?? failure.problem?.kind ?? failure.code;
  const words = refusalWords(code);
  room.journal.record(id, {
    event: 'refused',
    words,
    requestId: failure.requestId,
    detail: { code: failure.code, status: failure.status, body: failure.body },
    changes: {
      requestId: failure.requestId,
      nextLookAt: null,
      refusal: {
        code,
        words,
        retryable: failure.problem?.retryable ?? false,
        retryAfterMs: failure.retryAfterMs,
        requiredActions: [],
      },
    },
  });
}
