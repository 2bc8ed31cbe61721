import type { RecordRow } from '#shared/contract/awards.ts';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Plan } from '#shared/contract/planning.ts';
import type { ChosenRecord, Trip, TripItem } from '#shared/contract/trips.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { plainName } from '#shared/plain-text.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { marketplaceOf } from '#shared/records/made-up.ts';
import { planLine } from '#shared/records/notice-sentence.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import { type CurrentRecord, standingOf } from '#shared/trips/standing.ts';
import type { Storage } from '../storage/open.ts';
import { openTripStore, type StoredItem } from './trip-store.ts';

/** What watching the price of a plan needs. */
type TripWatching = {
  /** The best plan for all travellers, over everything stored; null where nothing fits. */
  bestPlan: (question: TripQuestion) => Promise<Plan | null>;
  notify: (notice: Notice) => void;
  /** Runs `run` after `ms`. */
  after: (ms: number, run: () => void) => unknown;
};

export type TripsDeps = {
  /** Absent where nothing is watched, only read. */
  prices?: TripWatching;
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
  currentRecords: (keys: readonly RecordKey[]) => Promise<(CurrentRecord | null)[]>;
  /** What happened when the user went to book these records, in the order of the keys. */
  bookingsOf: (keys: readonly RecordKey[]) => (ListedAnswer | null)[];
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

const milesOf = (best: Plan | null): number | null => best?.totals.milesAll ?? null;

/** Pages that arrive within this time, in milliseconds, are counted once. */
const RECORDED_WITHIN_MS = 1_000;

/** What changed of a watched price, in a traveller's words: a name of the event, where it leads, and what it says. */
const watchNotice = (
  { tripId, title }: Trip,
  before: number | null,
  best: Plan | null,
  at: number,
): Notice => ({
  noticeId: `trip-${tripId}-${at}`,
  to: `/trips/${encodeURIComponent(tripId)}`,
  title: plainName(title),
  body: planLine(best, before, at),
});

/** Trips: what is wanted of them, their boards, and the prices that are watched; all of it is local. */
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
    const bookings = deps.bookingsOf(records.map(({ key }) => key));
    const bookingOf = new Map(records.map(({ itemId }, place) => [itemId, bookings[place] ?? null]));
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
        booking: bookingOf.get(item.itemId) ?? null,
      };
    });
  }

  let isPlanned = false;
  /** Counts the watched plans again, once for all pages of a moment, and notifies where a price has changed. */
  function recorded(): void {
    const { prices } = deps;
    if (prices === undefined || isPlanned || store.list().every(({ watch }) => watch === null)) return;
    isPlanned = true;
    prices.after(RECORDED_WITHIN_MS, () => {
      isPlanned = false;
      // What cannot be noted now is counted again with the next page.
      void countWatched(prices).catch(() => undefined);
    });
  }

  async function countWatched({ bestPlan, notify }: TripWatching): Promise<void> {
    for (const { tripId, question, watch: watched } of store.list()) {
      if (question === null || watched === null) continue;
      const best = await bestPlan(question).catch(() => undefined);
      const now = milesOf(best ?? null);
      // It may have been changed or removed while the plans were counted.
      const trip = store.list().find((each) => each.tripId === tripId);
      if (best === undefined || trip === undefined || trip.watch === null || trip.watch.now === now) continue;
      const { watch } = trip;
      const at = deps.clock();
      deps.storage.transaction(() => {
        store.watch(tripId, { ...watch, now, changedAt: at });
        notify(watchNotice(trip, watch.now, best, at));
      });
      deps.publish('changed', { topics: ['results'] });
    }
  }

  /** Another question has another price: watching begins again with it, and nothing is notified. */
  function watchAnew({ tripId, question }: Trip): void {
    store.watch(tripId, null);
    if (question === null) return;
    void deps.prices?.bestPlan(question).then(
      (best) => {
        const miles = milesOf(best);
        const now = store.list().find((trip) => trip.tripId === tripId);
        if (now === undefined || now.watch !== null) return;
        store.watch(tripId, { since: deps.clock(), miles: miles ?? 0, now: miles, changedAt: null });
        deps.publish('changed', { topics: ['results'] });
      },
      () => undefined,
    );
  }

  const handlers: ContractHandlers['trips'] = {
    list: () => store.list(),
    show: async ({ tripId }) => {
      const trip = store.get(tripId);
      return { trip, items: await board(store.items(tripId)) };
    },
    create: ({ board: { flights, links } = { flights: [], links: [] }, ...text }) =>
      publishing(
        deps.storage.transaction(() => {
          const { tripId } = store.create(text);
          store.addRecords(
            tripId,
            // Of a marketplace that is not known: those of the one in use are found again by their names.
            flights.map(({ chosen, ...named }) => ({ key: { identity: deps.identity(), ...named }, chosen })),
          );
          for (const { url, text: words } of links) store.addLink(tripId, url, words);
          return store.get(tripId);
        }),
      ),
    file: ({ tripId }) => {
      const { title, starts, ends, question } = store.get(tripId);
      const items = store.items(tripId);
      return {
        ...{ milepost: 'trip', version: 1, title, starts, ends },
        question: question && { ...question, owners: null, perDayMax: null, inAllMax: null },
        flights: items.flatMap((item) =>
          item.kind === 'record'
            ? { cabin: item.key.cabin, recordKey: item.key.recordKey, chosen: item.chosen }
            : [],
        ),
        links: items.flatMap((item) => (item.kind === 'link' ? { url: item.url, text: item.text } : [])),
      };
    },
    change: ({ tripId, ...text }) => {
      const before = store.get(tripId).question;
      const trip = store.change(tripId, text);
      const isSame = JSON.stringify(before) === JSON.stringify(trip.question);
      if (trip.watch !== null && !isSame) watchAnew(trip);
      return publishing(store.get(tripId));
    },
    remove: ({ tripId }) => publishing(store.remove(tripId)) as undefined,
    bringBack: ({ tripId }) => publishing(store.bringBack(tripId)),
    watch: ({ tripId, miles }) => {
      if (store.get(tripId).question === null)
        fail('no_question', 'This trip has no flights to plan, so there is no price to watch.');
      return publishing(store.watch(tripId, { since: deps.clock(), miles, now: miles, changedAt: null }));
    },
    unwatch: ({ tripId }) => publishing(store.watch(tripId, null)),
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
  return {
    handlers,
    recorded,
    question: (tripId: string) => store.get(tripId).question,
    links: () => store.links(),
  };
}
