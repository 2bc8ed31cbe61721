import { type Keychain, type KeychainDone, NO_ANSWER, UnreadKeychain, WORKS } from './keychain.ts';

export type KeySource = 'keychain' | 'memory';
/** Whether there is a key is not known: the keychain could not be read. */
type UnreadKey = { source: 'unread'; key: null; isMissing: boolean; words: string };
export type FoundKey = { source: KeySource; key: string } | { source: 'none'; key: null } | UnreadKey;
/** Where a key is, without the key. */
export type KeyPlace = { source: KeySource | 'none' } | Omit<UnreadKey, 'key'>;

export type KeyStore = {
  /**
   * The key of an origin; waits while the keychain asks the user to unlock it. A key is read once a run, and again where
   * its mark changed, the service refused it or the user checks it: some keychains ask the user at every read.
   */
  read(origin: string): Promise<FoundKey>;
  /** Reads the key of an origin anew when it is used next. */
  readAnew(origin: string): void;
  /** Where the key of an origin is stored, without waiting long: `unread` until the keychain has answered. */
  find(origin: string): Promise<KeyPlace>;
  /** Stores the key in the keychain, or in memory if that fails. Returns where. */
  put(origin: string, key: string): Promise<KeySource>;
  remove(origin: string): Promise<KeychainDone>;
  holdForThisRun(origin: string, key: string): void;
  /** Drops what is held in memory alone. */
  dropOfThisRun(origin: string): void;
  works(): Promise<{ works: boolean; words: string }>;
};

const unread = (error: unknown): UnreadKey => {
  const isKnown = error instanceof UnreadKeychain;
  return {
    source: 'unread',
    key: null,
    isMissing: isKnown && error.isMissing,
    words: isKnown ? error.message : 'The keychain of this machine could not be read.',
  };
};

/** How long `find` waits for the keychain, in milliseconds. */
const READ_WITHIN_MS = 1_500;
/** How long a failed keychain is not retried, in milliseconds. */
const TRY_AGAIN_AFTER_MS = 10_000;

export type KeyStoreDeps = {
  keychain: Keychain;
  /** The mark of an origin's key, which every program of this data folder renews with the key; undefined without one. */
  markOf: (origin: string) => string | undefined;
  /** Called when the keychain answers after `find` has stopped waiting. */
  settled: () => void;
};

/** Stores keys in the keychain, with an in-memory fallback. A locked keychain blocks no screen. */
export function createKeyStore({ keychain, markOf, settled }: KeyStoreDeps): KeyStore {
  const ofThisRun = new Map<string, string>();
  const reading = new Map<string, Promise<FoundKey>>();
  /** What was read of the keychain, and under which mark. */
  const held = new Map<string, { mark: string; found: FoundKey }>();
  /** What the keychain answered once `find` had stopped waiting: the next `find` returns it, however slow the keychain is. */
  const answeredLate = new Map<string, KeyPlace>();
  let known: { at: number; works: { works: boolean; words: string } } | null = null;

  const readKeychain = (origin: string): Promise<FoundKey> => {
    const mark = markOf(origin);
    const before = held.get(origin);
    if (before !== undefined && before.mark === mark) return Promise.resolve(before.found);
    held.delete(origin);
    const running = reading.get(origin);
    if (running !== undefined) return running;
    const read = keychain
      .read(origin)
      .then((key): FoundKey => {
        if (key === null) return { source: 'none', key };
        const found = { source: 'keychain', key } as const;
        // Otherwise it may have been replaced while it was read.
        if (mark !== undefined && mark === markOf(origin)) held.set(origin, { mark, found });
        return found;
      }, unread)
      .finally(() => reading.delete(origin));
    reading.set(origin, read);
    return read;
  };

  const read = async (origin: string): Promise<FoundKey> => {
    const key = ofThisRun.get(origin);
    return key === undefined ? readKeychain(origin) : { source: 'memory', key };
  };

  return {
    read,
    readAnew: (origin) => void held.delete(origin),
    find: async (origin) => {
      const answered = answeredLate.get(origin);
      if (answeredLate.delete(origin) && answered !== undefined) return answered;
      let late = false;
      const reading = read(origin).then(({ key: _secret, ...place }): KeyPlace => {
        if (late) {
          answeredLate.set(origin, place);
          settled();
        }
        return place;
      });
      let timer: NodeJS.Timeout | undefined;
      const gaveUp = new Promise<KeyPlace>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve({ source: 'unread', isMissing: false, words: NO_ANSWER });
        }, READ_WITHIN_MS);
      });
      return Promise.race([reading, gaveUp]).finally(() => clearTimeout(timer));
    },
    put: async (origin, key) => {
      const done = await keychain.store(origin, key);
      held.delete(origin);
      answeredLate.delete(origin);
      known = null;
      if (done.ok) {
        ofThisRun.delete(origin);
        return 'keychain';
      }
      ofThisRun.set(origin, key);
      return 'memory';
    },
    remove: async (origin) => {
      const wasOfThisRun = ofThisRun.delete(origin);
      known = null;
      const done = await keychain.forget(origin);
      held.delete(origin);
      answeredLate.delete(origin);
      // Without a keychain, a key in memory is removed all the same.
      return wasOfThisRun ? { ok: true } : done;
    },
    holdForThisRun: (origin, key) => {
      ofThisRun.set(origin, key);
      answeredLate.delete(origin);
    },
    dropOfThisRun: (origin) => void ofThisRun.delete(origin),
    works: async () => {
      const now = Date.now();
      if (held.size > 0) return { works: true, words: WORKS };
      if (known === null || (!known.works.works && now - known.at > TRY_AGAIN_AFTER_MS))
        known = { at: now, works: await keychain.works() };
      return known.works;
    },
  };
}
