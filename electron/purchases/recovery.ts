import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { readCallStatus } from '../marketplace/readers/call-status.ts';
import { isStorageError } from '../storage/problem.ts';
import { sendCommand } from './buying.ts';
import { findInCallList } from './call-search.ts';
import { applyStatus, readStatus } from './call-status.ts';
import type { Entry } from './entry.ts';
import { ORDER_RESTORED } from './journal.ts';
import { laterLook } from './pace.ts';
import { ceilingOf, exchanging, type Room } from './room.ts';
import { interpretOutput, recordRefusal, refusedOutright } from './settling.ts';

/** What the program finds when it starts: nothing is sent, everything unfinished is named as what it is. */
export function takeStock(room: Room): void {
  // One transaction: another process on this data folder may be taking stock as well.
  room.storage.transaction(() => {
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
  });
  for (const id of room.outputs.toInterpret()) interpretOutput(room, id);
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

/** Reads how an unresolved purchase stands at the service, or waits for the exchange that is under way. Only ever reads (§7.3). */
export async function look(room: Room, id: string): Promise<void> {
  const entry = room.journal.must(id);
  if (!isUnresolved(entry.state)) return;
  if (!room.busy.has(id)) await room.learnGround();
  const underWay = room.busy.get(id);
  if (underWay !== undefined) return underWay;
  if (foreignGround(room, entry) !== null) return;
  await exchanging(room, id, () => readWhatItIs(room, id));
}

async function readWhatItIs(room: Room, id: string): Promise<void> {
  const entry = room.journal.must(id);
  try {
    const callRef = entry.callRef ?? (await findInCallList(room, entry)).callRef;
    if (room.closed()) return;
    if (callRef !== null) await readStatus(room, id, callRef);
    else room.journal.amend(id, laterLook(room, entry));
  } catch (error) {
    // What was read is still at the service; it is read again when it can be written down.
    if (isStorageError(error)) room.storageFailed();
    throw error;
  }
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
  // Whatever is under way may settle it; only then is its status read, and only after that may it be sent again.
  await room.busy.get(id);
  await look(room, id);
  if (room.closed() || room.journal.must(id).state !== 'unknown') return;
  await confirmForeignOrder(room, before);
  const entry = room.journal.must(id);
  if (room.closed() || entry.state !== 'unknown' || room.busy.has(id)) return;
  const elsewhere = foreignGround(room, entry);
  if (elsewhere !== null) fail('other_ground', elsewhere, { purchaseId: id });
  room.journal.record(id, {
    event: 'resumed',
    words: 'You let Milepost send the same order again, with the same key.',
    changes: { attempts: entry.attempts + 1 },
  });
  const asked = await sendCommand(room, id);
  if (room.closed() || asked === null || asked.ok || !refusedOutright(asked.failure)) return;
  if (room.journal.must(id).state !== 'unknown') return;
  const found = await findInCallList(room, room.journal.must(id));
  if (found.callRef === null && found.searched) recordRefusal(room, id, asked.failure);
  room.publishChange();
}

/**
 * An order that came with a backup was approved elsewhere, if at all: a page in the wrong hands could write one for any
 * quote, above every limit. So the person is asked outside the page before it is sent from here.
 */
async function confirmForeignOrder(room: Room, entry: Entry): Promise<void> {
  const { id, title, price, ceiling } = entry;
  if (!room.journal.timeline(id).some(({ event }) => event === ORDER_RESTORED)) return;
  const amount = price === null ? 'an amount that is not known' : formatAmount(ceilingOf({ price, ceiling }));
  const confirmed = await room.confirm({
    title: 'Send an order again that came with a backup?',
    words: `Milepost was asked to send again an order for ${amount}, as the backup tells it. If the service does not know it yet, it is bought now.`,
    detail: `By the backup it is for ${toolAsRead(room, entry)}, and is called "${inQuotes(title)}". If you approved it on the machine that the backup is from, yes; it is charged once.`,
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was sent.', { purchaseId: id });
}

/** Words that only a file tells: short, and unable to end their quotation marks. */
const inQuotes = (text: string): string => text.replaceAll(/["“”„]/gu, "'").slice(0, 80);

/** A Tool by the name that the service told this machine, never by one that came with a file. */
function toolAsRead(room: Room, { toolRef }: Entry): string {
  const facts = room.toolFacts(toolRef);
  if (facts === null)
    return `the Tool ${toolRef}, whose name and provider this machine has not read from the service`;
  return `the Tool ${facts.title}${facts.providerName === null ? '' : ` by ${facts.providerName}`}`;
}

/** What is due: waits that the service asked for end in the same command, everything else in a read of its status. */
export async function lookWhenDue(room: Room, id: string): Promise<void> {
  const entry = room.journal.must(id);
  if (entry.state !== 'submitted') return look(room, id);
  await room.learnGround();
  if (!room.closed() && foreignGround(room, entry) === null) await sendCommand(room, id);
}

/** Asks the service to cancel a Call that is under way, by the person's act. Only its answer changes anything. */
export async function cancel(room: Room, id: string): Promise<void> {
  const before = room.journal.must(id);
  if (before.state !== 'pending' || before.callRef === null || before.idempotencyKey === null)
    fail('not_cancellable', 'Only a Call that the service is working on can be cancelled.', {
      purchaseId: id,
    });
  const offered = room.marketplace().available('cancel');
  if (!offered.ok)
    fail('not_offered', `This marketplace does not offer to cancel a Call. ${offered.why}`, {
      purchaseId: id,
    });
  await room.learnGround();
  const foreign = foreignGround(room, before);
  if (foreign !== null) fail('other_ground', foreign, { purchaseId: id });
  room.journal.record(id, { event: 'cancel_asked', words: 'You asked the service to cancel the Call.' });
  room.publishChange();
  // One key for all attempts: however often it is pressed, it is one act.
  const asked = await room
    .marketplace()
    .ask('cancel', { callRef: before.callRef, idempotencyKey: `cancel-${before.idempotencyKey}` });
  if (room.closed()) return;
  if (!asked.ok)
    fail('not_cancelled', `${asked.failure.message} The Call goes on until the service says otherwise.`, {
      purchaseId: id,
    });
  const status = readCallStatus(asked.answer.body);
  const entry = room.journal.must(id);
  if (status.kind === 'refused')
    room.journal.note(
      id,
      'evidence',
      'service',
      `The service does not cancel the Call (${status.code.slice(0, 80)}). It goes on.`,
      asked.answer.requestId,
      asked.answer.body,
    );
  else if (entry.state === 'pending') applyStatus(room, entry, before.callRef, status, asked.answer);
  room.publishChange();
}
