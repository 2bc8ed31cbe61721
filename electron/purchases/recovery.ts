import { fail } from '#shared/contract/failure.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Answer } from '../marketplace/answer.ts';
import { type ListedCall, readCallList } from '../marketplace/readers/call-list.ts';
import { type CallStatusReading, readCallStatus } from '../marketplace/readers/call-status.ts';
import { fold } from '../marketplace/words.ts';
import { sendCommand } from './buying.ts';
import type { Entry } from './journal.ts';
import { laterLook } from './pace.ts';
import { expireIfOver } from './quoting.ts';
import type { Room } from './room.ts';
import { chargeChanges, interpretOutput, recordRefusal, refusedOutright, settleResult } from './settling.ts';

/** Call states in which the service is still at work, as words; any other that is not final counts the same. */
const CANCELLED_STATES = new Set(['cancelled', 'canceled']);
const VOID_STATES = new Set(['invalidated']);
const FINISHED_STATES = new Set(['terminal', 'completed', 'refused']);
const UNKNOWN_STATES = new Set(['reconciliationrequired', 'outcomeunknown']);

/** Clocks of service and machine may differ by this much when a Call is looked for in the list, in ms. */
const CLOCK_MARGIN_MS = 120_000;
const LIST_PAGES_AT_MOST = 20;

/** What the program finds when it starts: nothing is sent, everything unfinished is named as what it is. */
export function takeStock(room: Room): void {
  for (const entry of room.journal.inStates(['quoting']))
    room.journal.record(entry.id, {
      event: 'quote_failed',
      words: 'Milepost was closed before the quote came. Nothing was bought.',
    });
  for (const entry of room.journal.inStates(['approved']))
    room.journal.record(entry.id, {
      event: 'voided',
      words: 'Milepost was closed before anything was sent. Nothing was bought.',
    });
  for (const entry of room.journal.inStates(['submitted']))
    room.journal.record(entry.id, {
      event: 'answer_lost',
      words:
        'Milepost was closed before an answer came. It may have been charged, so it is looked for at the service.',
      changes: { nextLookAt: room.clock() },
    });
  for (const entry of room.journal.inStates(['quoted'])) expireIfOver(room, entry.id);
  for (const id of room.outputs.toInterpret()) interpretOutput(room, id);
  room.publishChange();
}

/** Why this purchase may not be touched from here; null where it may: another marketplace or account never resumes it. */
export function foreignGround(room: Room, entry: Entry): string | null {
  const ground = room.ground();
  if (ground.marketplace !== entry.marketplace)
    return 'This purchase was made at another marketplace. Return to that address in Settings to settle it.';
  if (ground.keyMark === 'none') return 'Reading its status needs the access key. Store it in Settings.';
  const sameAccount =
    entry.account !== null && ground.account !== null
      ? entry.account === ground.account
      : entry.keyMark === ground.keyMark;
  return sameAccount
    ? null
    : 'This purchase was made with another account. Store a key of that account in Settings to settle it.';
}

/** Reads how an unresolved purchase stands at the service. Only ever reads (§7.3). */
export async function look(room: Room, id: string): Promise<void> {
  const entry = room.journal.must(id);
  if (!isUnresolved(entry.state) || room.busy.has(id)) return;
  await room.learnGround();
  if (foreignGround(room, entry) !== null || room.busy.has(id)) return;
  room.busy.add(id);
  try {
    const callRef = entry.callRef ?? (await findInCallList(room, entry)).callRef;
    if (callRef !== null) await readStatus(room, id, callRef);
    else room.journal.amend(id, laterLook(room, entry));
  } finally {
    room.busy.delete(id);
    room.publishChange();
  }
}

async function readStatus(room: Room, id: string, callRef: string): Promise<void> {
  const entry = room.journal.must(id);
  const afterVersion = entry.callVersion === null ? {} : { afterVersion: Number(entry.callVersion) };
  const asked = await room.marketplace().ask('callStatus', { callRef, ...afterVersion });
  if (!asked.ok) {
    room.journal.amend(id, laterLook(room, entry, asked.failure.retryAfterMs));
    return;
  }
  applyStatus(room, entry, callRef, readCallStatus(asked.answer.body), asked.answer);
}

function applyStatus(
  room: Room,
  entry: Entry,
  callRef: string,
  status: CallStatusReading,
  answer: Answer,
): void {
  const { id } = entry;
  const { requestId } = answer;
  const evidence = (words: string) => {
    room.journal.note(id, 'evidence', 'service', words, requestId, answer.body);
    room.journal.amend(id, laterLook(room, entry));
  };
  if (status.kind === 'unchanged') {
    room.journal.amend(id, laterLook(room, entry, status.retryAfterMs));
    return;
  }
  if (status.kind === 'refused') {
    evidence(`The service does not tell how the Call stands (${status.code.slice(0, 80)}).`);
    return;
  }
  if (status.kind === 'unreadable') {
    evidence(status.why);
    return;
  }
  if (status.callRef !== callRef || (status.toolRef !== null && status.toolRef !== entry.toolRef)) {
    evidence(
      'The service answered with another Call than this one. The answer is kept as evidence and not believed.',
    );
    return;
  }
  room.journal.amend(id, { callVersion: status.version === null ? null : String(status.version) });
  const state = fold(status.state);
  if (status.result !== null && status.result.kind !== 'unreadable') {
    settleResult(room, id, status.result, answer, 'status');
    return;
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
    room.journal.record(id, {
      event: 'acknowledged',
      words: `The service is working on the Call (${status.state.slice(0, 80)}).`,
      requestId,
      changes: { callRef, ...laterLook(room, entry) },
    });
  }
}

/** Whether a Call in the list could as well be that of another purchase of this Tool whose acknowledgement is missing. */
const mayBelongToAnother = (room: Room, entry: Entry): boolean =>
  room.journal
    .inStates(['submitted', 'unknown'])
    .some(
      (other) =>
        other.id !== entry.id &&
        other.callRef === null &&
        other.marketplace === entry.marketplace &&
        other.toolRef === entry.toolRef,
    );

/**
 * Looks for the Call of a lost acknowledgement in the service's list: a Call of this Tool, made since the command was
 * sent, that belongs to no other purchase. Exactly one is taken for it, and only while no other purchase of this Tool is
 * looking for its Call too; anything else tells nothing, and repeating the order with its key (§7.3) remains.
 * `searched` is true only where the list was read back to before the command was sent.
 */
async function findInCallList(
  room: Room,
  entry: Entry,
): Promise<{ callRef: string | null; searched: boolean }> {
  const since = (entry.submittedAt ?? entry.createdAt) - CLOCK_MARGIN_MS;
  const candidates: ListedCall[] = [];
  let cursor: string | null = null;
  let searched = false;
  for (let page = 0; page < LIST_PAGES_AT_MOST && !searched; page++) {
    const asked = await room
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!asked.ok) return { callRef: null, searched: false };
    const list = readCallList(asked.answer.body);
    if (list.kind !== 'available' || list.unread > 0) return { callRef: null, searched: false };
    candidates.push(
      ...list.items.filter(
        (item) =>
          item.toolRef === entry.toolRef &&
          (item.createdAt ?? 0) >= since &&
          !room.journal.knowsCall(entry.marketplace, item.callRef),
      ),
    );
    searched = !list.hasMore || list.items.some((item) => item.createdAt !== null && item.createdAt < since);
    cursor = list.nextCursor;
    if (list.hasMore && cursor === null) break;
  }
  const [only, ...others] = candidates;
  if (only === undefined) return { callRef: null, searched };
  if (others.length > 0 || mayBelongToAnother(room, entry)) return { callRef: null, searched: false };
  room.journal.note(entry.id, 'found', 'main', 'Found in the list of Calls at the service.', null, only);
  return { callRef: only.callRef, searched };
}

/**
 * Repeats the identical command with its original idempotency key, by the person's act (§7.3: status first). Where
 * the service then refuses it outright and its list shows no Call for it, that is evidence that nothing was bought.
 */
export async function resume(room: Room, id: string): Promise<void> {
  const before = room.journal.must(id);
  if (before.state !== 'unknown')
    fail('not_resumable', 'Only a purchase whose outcome is unknown can be resumed.', { purchaseId: id });
  await room.learnGround();
  const foreign = foreignGround(room, before);
  if (foreign !== null) fail('other_ground', foreign, { purchaseId: id });
  await look(room, id);
  const entry = room.journal.must(id);
  if (entry.state !== 'unknown') return;
  room.journal.record(id, {
    event: 'resumed',
    words: 'You let Milepost send the same order again, with the same key.',
    changes: { attempts: entry.attempts + 1 },
  });
  const asked = await sendCommand(room, id);
  if (asked === null || asked.ok || !refusedOutright(asked.failure)) return;
  if (room.journal.must(id).state !== 'unknown') return;
  const found = await findInCallList(room, room.journal.must(id));
  if (found.callRef === null && found.searched) recordRefusal(room, id, asked.failure);
  room.publishChange();
}

/** What is due: waits that the service asked for end in the same command, everything else in a read of its status. */
export async function lookWhenDue(room: Room, id: string): Promise<void> {
  const entry = room.journal.must(id);
  if (entry.state === 'submitted') await sendCommand(room, id);
  else await look(room, id);
}
