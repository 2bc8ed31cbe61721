import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { ChosenRecord, TripItem } from '#shared/contract/trips.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import { type LaterRun, standingOf } from '#shared/trips/standing.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { Storage } from '../storage/open.ts';
import { openTripStore, type StoredItem } from './trip-store.ts';

/** A record as last seen, the run that saw it, and later runs that must have returned it. */
type CurrentRecord = {
  row: RecordRow;
  run: Omit<LaterRun, 'unreadable' | 'provesRemoved'>;
  later: readonly LaterRun[];
} | null;

export type TripsDeps = {
  storage: Storage;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  newId: () => string;
  /** The marketplace in use; records of others are labelled. */
  identity: () => string;
  /** Records of these versions, with their keys; fails with `not_found` if one is not stored. */
  recordsToStore: (versionIds: readonly number[]) => Promise<{ key: RecordKey; row: RecordRow }[]>;
  /** The current state of these records, in the order of the keys. */
  currentRecords: (keys: readonly RecordKey[]) => Promise<CurrentRecord[]>;
};

function chosenFrom({
  versionId: _versionId,
  mark: _mark,
  price: _price,
  wallet: _wallet,
  ...row
}: RecordRow): ChosenRecord {
  return row;
}

/** Name and kind of a marketplace, from its identity. */
function marketplaceOf(identity: string): { name: string; demo: boolean | null } {
  if (/^demo(?::|$)/u.test(identity)) return { name: 'Demo marketplace', demo: true };
  if (isWebAddress(identity)) return { name: new URL(identity).host, demo: false };
  return { name: 'A marketplace that is not known', demo: null };
}

/** Boards of chosen records, notes and links; all of it is local. */
export function createTrips(deps: TripsDeps) {
  const store = openTripStore(deps.storage, deps.newId, deps.clock);
  const publishing = <Result>(result: Result): Result => {
    deps.publish('changed', { topics: ['results'] });
    return result;
  };

  async function board(stored: readonly StoredItem[]): Promise<TripItem[]> {
    const records = stored.filter((item) => item.kind === 'record');
    const found = records.length === 0 ? [] : await deps.currentRecords(records.map(({ key }) => key));
    const byId = new Map(records.map(({ itemId }, place) => [itemId, found[place] ?? null]));
    return stored.map((item): TripItem => {
      if (item.kind !== 'record') return item;
      const { key, ...shown } = item;
      const again = byId.get(item.itemId) ?? null;
      const last = again && { row: chosenFrom(again.row), run: again.run };
      return {
        ...shown,
        elsewhere: key.identity === deps.identity() ? null : marketplaceOf(key.identity),
        now: again?.row ?? null,
        standing: standingOf(item.chosen, last, again?.later ?? []),
      };
    });
  }

  const handlers: ContractHandlers['trips'] = {
    list: () => store.list(),
    show: async ({ tripId }) => {
      const trip = store.get(tripId);
      return { trip, items: await board(store.items(tripId)) };
    },
    create: (text) => publishing(store.create(text)),
    change: ({ tripId, ...text }) => publishing(store.change(tripId, text)),
    remove: ({ tripId }) => publishing(store.remove(tripId)) as undefined,
    bringBack: ({ tripId }) => publishing(store.bringBack(tripId)),
    addRecords: async ({ tripId, versionIds }) => {
      const records = await deps.recordsToStore(versionIds);
      return publishing(
        store.addRecords(
          tripId,
          records.map(({ key, row }) => ({ key, chosen: chosenFrom(row) })),
        ),
      );
    },
    addNote: ({ tripId, text }) => publishing({ itemId: store.addNote(tripId, text) }),
    addLink: ({ tripId, url, text }) => publishing({ itemId: store.addLink(tripId, url, text) }),
    changeItem: ({ itemId, text, url }) => publishing(store.changeItem(itemId, text, url)) as undefined,
    moveItem: ({ itemId, by }) => publishing(store.moveItem(itemId, by)) as undefined,
    removeItem: ({ itemId }) => publishing(store.setItemRemoved(itemId, true)) as undefined,
    bringBackItem: ({ itemId }) => publishing(store.setItemRemoved(itemId, false)) as undefined,
  };
  return { handlers, links: () => store.links() };
}
