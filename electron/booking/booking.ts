import { ageClass, experienceAt } from '#shared/booking/experience.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { bookedRecordSchema, type ListedAnswer } from '#shared/contract/booking.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { isSameProgramme } from '#shared/places/programmes.ts';
import { isDemoIdentity } from '#shared/records/made-up.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { LaterRun } from '#shared/trips/standing.ts';
import type { Storage } from '../storage/open.ts';
import { openAnswerStore } from './answer-store.ts';

export type BookingDeps = {
  storage: Storage;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  /** Records of these versions, with their keys; fails with `not_found` if one is not stored. */
  recordsToStore: (versionIds: readonly number[]) => Promise<{ key: RecordKey; row: RecordRow }[]>;
  /** The current state of these records, in the order of the keys. */
  currentRecords: (
    keys: readonly RecordKey[],
  ) => Promise<({ row: RecordRow; later: readonly LaterRun[] } | null)[]>;
};

/** From seat to ticket: what the user found at the programmes; all of it is local. */
export function createBooking({ storage, publish, clock, recordsToStore, currentRecords }: BookingDeps) {
  const store = openAnswerStore(storage, clock);
  const changed = (): undefined => {
    publish('changed', { topics: ['results'] });
    return undefined;
  };
  /** The record of a version as it was seen last. */
  async function recordOf(versionId: number) {
    const [found] = await recordsToStore([versionId]);
    if (found === undefined) fail('not_found', 'This record is no longer stored here.');
    const [current] = await currentRecords([found.key]);
    const proved = (current?.later ?? []).flatMap((run) => (run.provesRemoved ? run.ranAt : []));
    return {
      key: found.key,
      row: current?.row ?? found.row,
      removedAt: proved.length === 0 ? null : Math.max(...proved),
    };
  }
  const withoutIdentity = ({ identity: _identity, ...answer }: ListedAnswer & { identity: string }) => answer;

  let isResumed = false;

  const handlers: ContractHandlers['booking'] = {
    read: async ({ versionId }) => {
      const { key, row, removedAt } = await recordOf(versionId);
      const answers = store
        .all()
        .filter(
          ({ identity, record }) =>
            isDemoIdentity(identity) === isDemoIdentity(key.identity) &&
            isSameProgramme(record.programme, row.programme),
        );
      const age = ageClass(clock() - row.seenAt);
      return {
        answer: store.latest(key),
        row,
        removedAt,
        experience: experienceAt(answers, age),
        age,
        answers: answers.map(withoutIdentity),
        fields: store.sheetOf(key)?.fields ?? {},
      };
    },
    latest: async ({ versionIds }) => {
      const records = await recordsToStore(versionIds);
      return versionIds.map((versionId) => {
        const found = records.find(({ row }) => row.versionId === versionId);
        return found === undefined ? null : store.latest(found.key);
      });
    },
    answer: async ({ versionId, ...said }) => {
      const { key, row } = await recordOf(versionId);
      if (said.outcome === 'held' && said.heldUntil === null)
        fail('no_end', 'Say until when it is held.', {
          fields: { heldUntil: 'Say until when it is held.' },
        });
      const isHeld = said.outcome === 'held';
      const answer = store.answer(key, {
        ...said,
        heldUntil: isHeld ? said.heldUntil : null,
        seenAt: row.seenAt,
        record: bookedRecordSchema.parse(row),
      });
      changed();
      return answer;
    },
    keep: async ({ versionId, isOpen, fields, ...of }) => {
      const [found] = await recordsToStore([versionId]);
      if (found === undefined) fail('not_found', 'This record is no longer stored here.');
      const { key } = found;
      store.keepSheet(key, { ...of, fields: fields ?? store.sheetOf(key)?.fields ?? {} }, isOpen);
      return undefined;
    },
    resume: async () => {
      const open = isResumed ? null : store.openSheet();
      isResumed = true;
      const [current] = open === null ? [] : await currentRecords([open.key]);
      if (open === null || current == null) return null;
      const { fields: _fields, ...of } = open.sheet;
      return { versionId: current.row.versionId, ...of };
    },
    remove: ({ answerId }) => {
      store.removeAnswer(answerId);
      return changed();
    },
  };
  return {
    handlers,
    /** The latest answers about these records, in the order of the keys. */
    bookingsOf: (keys: readonly RecordKey[]) => keys.map(store.of),
    all: (): ListedAnswer[] => store.all().map(withoutIdentity),
  };
}
