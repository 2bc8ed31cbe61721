import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/status.ts';
import type { Keychain } from '../keychain.ts';
import type { AskFailure } from '../marketplace/answer.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';
import {
  dropKeyNotes,
  freshNotes,
  type KeyNotes,
  NO_KEY_MARK,
  readKeyNotes,
  renewKeyNotes,
  writeKeyNotes,
} from './key-notes.ts';
import { readKeyText } from './key-text.ts';
import { type KeySource, keyShelf } from './shelf.ts';

/** The clipboard of the desktop. */
export type Clipboard = { readText(): string | Promise<string>; clear(): void };

/** Whom the service says that the key is for. */
export type AccountRead =
  | { ok: true; scopes: string[] | null; account: string | null }
  | { ok: false; failure: AskFailure };

export type KeyDeps = {
  keychain: Keychain;
  /** The exact origin of the marketplace in use. */
  origin: () => string;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** The embedded marketplace's own key while that is the one in use, else null. It is never kept anywhere. */
  demoKey?: () => string | null;
  readAccount: () => Promise<AccountRead>;
  publish: Publish;
  settings: StoredSettings;
};

/** A key that turns out to be another account's was changed while nobody looked: it gets a new mark. */
const withTold = (held: KeyNotes, told: Omit<KeyNotes, 'mark'>): KeyNotes =>
  held.account !== null && told.account !== null && held.account !== told.account
    ? { ...freshNotes(), ...told }
    : { ...held, ...told };

export type Key = {
  handlers: ContractHandlers['key'];
  /** The key for the marketplace in use, for the transport alone; null where there is none. */
  keyFor(): Promise<string | null>;
  /** A random mark of the key in use, new whenever the key is; `none` without one. Voids approvals when it changes. */
  keyMark(): string;
  /**
   * Keeps a key that the service itself handed over in the browser, in place of the one before, and tells where. On the
   * embedded marketplace it is kept for this run only. Throws what crosses the contract.
   */
  keep(text: string, scopes: string[] | null): Promise<KeySource>;
  /** Keeps a key for this run only, for the marketplace in use; says why where the text cannot be a key. */
  useForThisRun(text: string): { ok: true } | { ok: false; words: string };
};

const NO_CLIPBOARD =
  'This page runs in a browser, which must not see the key. Run "npm run key -- set" in a terminal: it reads the key from its standard input.';
const DEMO =
  'The embedded marketplace has a key of its own and charges nothing. Choose a marketplace by its address first.';

/**
 * The access key, bound to the exact origin that it was given for. It goes from the clipboard or a terminal to the
 * keychain, and from there to the transport; the renderer only ever learns that there is one.
 */
export function createKey(deps: KeyDeps): Key {
  const { clipboard, settings, origin } = deps;
  const demoKey = deps.demoKey ?? (() => null);
  const changed = () => deps.publish('changed', { topics: ['status', 'settings'] });
  const shelf = keyShelf({ keychain: deps.keychain, settled: changed });
  /** What is known of keys that are kept for this run only, and of the demo key. */
  const notesOfThisRun = new Map<string, KeyNotes>();
  /** The keychain's key as last read, to notice that something else changed it there. */
  const seen = new Map<string, string>();

  /** A key that the embedded marketplace handed over in the browser, in place of its own. */
  const connectedOnDemo = new Map<string, string>();

  const notes = (source: KeySource): KeyNotes | undefined =>
    source === 'keychain' ? readKeyNotes(settings, origin()) : notesOfThisRun.get(origin());

  const status = async (): Promise<KeyStatus> => {
    const [found, works] = await Promise.all([
      demoKey() === null ? shelf.look(origin()) : { source: 'memory' as const },
      shelf.works(),
    ]);
    const known = found.source === 'none' ? undefined : notes(found.source);
    return {
      state: found.source,
      origin: origin(),
      scopes: known?.scopes ?? null,
      account: known?.account ?? null,
      keychain: works,
      clipboard: clipboard === null ? { works: false, instead: NO_CLIPBOARD } : { works: true, instead: '' },
    };
  };

  const refuseOnDemo = () => {
    if (demoKey() !== null) fail('demo', DEMO);
  };

  const storeFromClipboard = async () => {
    if (clipboard === null) fail('no_clipboard', NO_CLIPBOARD);
    refuseOnDemo();
    const read = readKeyText(await clipboard.readText());
    if (!read.ok) fail('not_a_key', read.words);
    await put(read.key, null);
    clipboard.clear();
    changed();
    return status();
  };

  const put = async (text: string, scopes: string[] | null): Promise<KeySource> => {
    const at = origin();
    // The mark changes before the key does: between the two, an approval under the old key must not pass with the new.
    renewKeyNotes(settings, at);
    const source = await shelf.put(at, text);
    if (source === 'keychain') {
      seen.set(at, text);
      notesOfThisRun.delete(at);
      if (scopes !== null) remember(at, { scopes, account: null });
    } else {
      dropKeyNotes(settings, at);
      notesOfThisRun.set(at, { ...freshNotes(), scopes });
    }
    return source;
  };

  const keep = async (text: string, scopes: string[] | null): Promise<KeySource> => {
    const read = readKeyText(text);
    if (!read.ok) fail('not_a_key', `What the service gave cannot be used as an access key. ${read.words}`);
    if (demoKey() === null) {
      const source = await put(read.key, scopes);
      changed();
      return source;
    }
    connectedOnDemo.set(origin(), read.key);
    notesOfThisRun.set(origin(), { ...freshNotes(), scopes });
    changed();
    return 'memory';
  };

  const forget = async () => {
    const at = origin();
    if (connectedOnDemo.delete(at)) {
      notesOfThisRun.delete(at);
      changed();
      return status();
    }
    refuseOnDemo();
    notesOfThisRun.delete(at);
    seen.delete(at);
    // The mark goes even where the keychain then refuses: what was approved under the key is void either way.
    dropKeyNotes(settings, at);
    const done = await shelf.remove(at);
    changed();
    if (!done.ok) fail('keychain', `The key could not be removed. ${done.words}`);
    return status();
  };

  const check = async () => {
    const at = origin();
    if ((await keyFor()) === null) fail('no_key', 'No access key is stored for this marketplace.');
    const read = await deps.readAccount();
    if (!read.ok) {
      const { code, message, requestId, retryAfterMs } = read.failure;
      fail(code, message, {
        ...(requestId === null ? {} : { requestId }),
        ...(retryAfterMs === null ? {} : { retryAfterMs }),
      });
    }
    remember(at, { scopes: read.scopes, account: read.account });
    changed();
    return status();
  };

  const remember = (at: string, told: Omit<KeyNotes, 'mark'>) => {
    const held = notesOfThisRun.get(at);
    if (demoKey() !== null && !connectedOnDemo.has(at)) notesOfThisRun.set(at, { mark: 'demo', ...told });
    else if (held !== undefined) notesOfThisRun.set(at, withTold(held, told));
    else writeKeyNotes(settings, at, withTold(readKeyNotes(settings, at) ?? freshNotes(), told));
  };

  const keyFor = async () => {
    const demo = demoKey();
    if (demo !== null) return connectedOnDemo.get(origin()) ?? demo;
    const at = origin();
    const found = await shelf.read(at);
    if (found.source !== 'keychain') return found.key;
    const before = seen.get(at);
    const changedElsewhere = before !== undefined && before !== found.key;
    seen.set(at, found.key);
    if (changedElsewhere || readKeyNotes(settings, at) === undefined) renewKeyNotes(settings, at);
    return found.key;
  };

  return {
    handlers: { status, storeFromClipboard, forget, check },
    keyFor,
    keep,
    keyMark: () => {
      if (demoKey() !== null && !connectedOnDemo.has(origin())) return 'demo';
      return (notesOfThisRun.get(origin()) ?? readKeyNotes(settings, origin()))?.mark ?? NO_KEY_MARK;
    },
    useForThisRun: (text) => {
      const read = readKeyText(text);
      if (!read.ok) return read;
      shelf.keepForThisRun(origin(), read.key);
      notesOfThisRun.set(origin(), freshNotes());
      return { ok: true };
    },
  };
}
