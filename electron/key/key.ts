import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/status.ts';
import type { RequestFailure } from '../marketplace/http/answer.ts';
import type { KeyOrigin } from '../marketplace/oauth/revoke.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import {
  dropKeyNotes,
  freshNotes,
  type KeyNotes,
  NO_KEY_MARK,
  readKeyNotes,
  renewKeyNotes,
  writeKeyNotes,
} from './key-notes.ts';
import { createKeyStore, type FoundKey, type KeySource } from './key-store.ts';
import { readKeyText } from './key-text.ts';
import type { Keychain } from './keychain.ts';

/** The clipboard of the desktop. */
export type Clipboard = { readText(): string | Promise<string>; clear(): void };

/** Whom the service says that the key is for. */
export type AccountRead =
  | { ok: true; scopes: string[] | null; account: string | null }
  | { ok: false; failure: RequestFailure };

export type KeyDeps = {
  keychain: Keychain;
  /** The exact origin of the marketplace in use. */
  origin: () => string;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** Asks the user outside the page. Fails with `confirmation_unavailable` where nobody can be asked. */
  confirm: (question: { title: string; words: string; detail: string; instead: string }) => Promise<boolean>;
  /** The embedded marketplace's own key while that is the one in use, else null. It is never stored anywhere. */
  demoKey?: () => string | null;
  readAccount: () => Promise<AccountRead>;
  publish: Publish;
  settings: StoredSettings;
  /** The commands that take a key from a terminal for the marketplace in use; null where this program has none. */
  terminal?: { store: () => string | null; forOneRun: () => string | null };
  /** Gives a key back to the server that gave it, and says in words what came of it. Never throws. */
  revoke?: (key: string, from: KeyOrigin) => Promise<string>;
  /** Hears the mark of the key each time that one was looked for; null where there is none. */
  lookedFor?: (mark: string | null) => void;
};

type LearntNotes = Pick<KeyNotes, 'scopes' | 'account'>;

/** A key that turns out to be another account's was changed while nobody looked: it gets a new mark. */
const withNotes = (held: KeyNotes, learnt: LearntNotes): KeyNotes =>
  held.account !== null && learnt.account !== null && held.account !== learnt.account
    ? { ...freshNotes(), ...learnt }
    : { ...held, ...learnt };

export type Key = {
  handlers: ContractHandlers['key'];
  /** The key for the marketplace in use, for the transport alone; null where there is none. */
  keyFor(): Promise<string | null>;
  /** Whom the key in use is for, as the service said last; null where that is not known. */
  account(): string | null;
  /** What the key in use is allowed, as the service said last; null where that is not known. */
  scopes(): readonly string[] | null;
  /** A random mark of the key in use, new whenever the key is; `none` without one. Voids approvals when it changes. */
  keyMark(): string;
  /**
   * Stores a key that the service itself handed over in the browser, in place of the one before, and returns where, and
   * what became of the one before. On the embedded marketplace it is stored for this run only. Throws what crosses the
   * contract.
   */
  store(
    text: string,
    scopes: string[] | null,
    from?: KeyOrigin,
  ): Promise<{ storedIn: KeySource; before: string | null }>;
  /** Holds a key for this run only, for the marketplace in use; says why where the text cannot be a key. */
  useForThisRun(text: string): { ok: true } | { ok: false; words: string };
};

/** How often a check begins anew because the key was changed meanwhile. */
const CHECKS = 3;

const NO_CLIPBOARD = 'A page in a browser must not see the key. Store it from a terminal.';
// That there is no keychain is said beside it, by the keychain's own words.
const FOR_ONE_RUN =
  'A key is held for one run here: end Milepost and start it with the command under Access key.';
const DEMO = 'The demo has a key of its own and charges nothing. Choose a marketplace by its address first.';

/**
 * The access key, bound to the exact origin that it was given for. It goes from the clipboard or a terminal to the
 * keychain, and from there to the transport; the renderer only ever learns that there is one.
 */
export function createKey(deps: KeyDeps): Key {
  const { clipboard, settings, origin } = deps;
  const demoKey = deps.demoKey ?? (() => null);
  const changed = () => deps.publish('changed', { topics: ['status', 'settings'] });
  const keyStore = createKeyStore({ keychain: deps.keychain, settled: changed });
  /** What is known of keys that are stored for this run only, and of the demo key. */
  const notesOfThisRun = new Map<string, KeyNotes>();
  /** The keychain's key as last read, to notice that something else changed it there. */
  const seen = new Map<string, string>();

  /** A key that the embedded marketplace handed over in the browser, in place of its own. */
  const connectedOnDemo = new Map<string, string>();

  const notes = (source: KeySource): KeyNotes | undefined =>
    source === 'keychain' ? readKeyNotes(settings, origin()) : notesOfThisRun.get(origin());

  const notesNow = (): KeyNotes | undefined =>
    notesOfThisRun.get(origin()) ?? readKeyNotes(settings, origin());

  const status = async (): Promise<KeyStatus> => {
    const [found, works] = await Promise.all([
      demoKey() === null ? keyStore.find(origin()) : { source: 'memory' as const },
      keyStore.works(),
    ]);
    const known = found.source === 'none' ? undefined : notes(found.source);
    deps.lookedFor?.(found.source === 'none' ? null : keyMark());
    return {
      state: found.source,
      origin: origin(),
      scopes: known?.scopes ?? null,
      account: known?.account ?? null,
      keychain: works,
      clipboard: clipboard === null ? inTerminal(works.works) : { works: true, instead: '' },
    };
  };

  /** What to do where there is no clipboard. On the demo nothing: it has a key of its own. */
  const inTerminal = (hasKeychain: boolean): KeyStatus['clipboard'] => {
    if (demoKey() !== null) return { works: false, instead: DEMO };
    const command = (hasKeychain ? deps.terminal?.store() : deps.terminal?.forOneRun()) ?? null;
    return {
      works: false,
      instead: hasKeychain ? NO_CLIPBOARD : FOR_ONE_RUN,
      ...(command === null ? {} : { command }),
    };
  };

  const refuseOnDemo = () => {
    if (demoKey() !== null) fail('demo', DEMO);
  };

  const storeFromClipboard = async () => {
    if (clipboard === null) fail('no_clipboard', NO_CLIPBOARD);
    refuseOnDemo();
    const at = origin();
    const confirmed = await deps.confirm({
      title: `Store what you copied last as the key for ${at}?`,
      words: `Milepost would read the clipboard and send what is in it to ${at} as your access key.`,
      detail:
        'Allow it only if you copied an access key of that marketplace just now, and nothing else since.',
      instead: 'Or store it from a terminal, with the command that Settings shows.',
    });
    if (!confirmed) fail('not_confirmed', 'You did not allow it. The clipboard was not read.');
    const refuseElsewhere = () => {
      // The marketplace may have been changed while the user was asked.
      if (origin() !== at)
        fail('changed_meanwhile', 'Another marketplace is in use meanwhile. No key was stored.');
    };
    refuseElsewhere();
    const read = readKeyText(await clipboard.readText());
    if (!read.ok) fail('not_a_key', read.words);
    const before = await handedOver(read.key);
    refuseElsewhere();
    await put(read.key, null);
    clipboard.clear();
    changed();
    return statusAfter(await before?.giveBack());
  };

  /** The key in use where the service itself handed it over, and the next is another: it is given back, not only let go. */
  const handedOver = async (next: string | null) => {
    if (deps.revoke === undefined || notesNow()?.from === undefined) return null;
    const { revoke } = deps;
    const key = await keyFor().catch(() => null);
    // Reading it may have shown that something else changed it: then nobody knows where it came from.
    const from = notesNow()?.from;
    return key === null || key === next || from === undefined ? null : { giveBack: () => revoke(key, from) };
  };

  const statusAfter = async (before: string | undefined): Promise<KeyStatus> => ({
    ...(await status()),
    ...(before === undefined ? {} : { before }),
  });

  const put = async (text: string, scopes: string[] | null, from?: KeyOrigin): Promise<KeySource> => {
    const at = origin();
    const fresh: KeyNotes = { ...freshNotes(), scopes, ...(from === undefined ? {} : { from }) };
    // The mark changes before the key does, and with it: between the two, an approval under the old key must not pass
    // with the new, and what the service says of the old one is not taken for the new.
    const earlier = await keyStore.read(at);
    renewKeyNotes(settings, at);
    const source = await keyStore.put(at, text);
    try {
      if (source === 'keychain') writeKeyNotes(settings, at, fresh);
      else dropKeyNotes(settings, at);
    } catch (error) {
      await putBack(at, earlier);
      throw error;
    }
    if (source === 'keychain') {
      seen.set(at, text);
      notesOfThisRun.delete(at);
    } else notesOfThisRun.set(at, fresh);
    return source;
  };

  /** Takes back a key that was stored where it could not be written down; fails where it stays stored for all that. */
  const putBack = async (at: string, earlier: FoundKey): Promise<void> => {
    const done =
      earlier.source === 'keychain'
        ? { ok: (await keyStore.put(at, earlier.key)) === 'keychain' }
        : await keyStore.remove(at).catch(() => ({ ok: false }));
    if (earlier.source === 'memory') keyStore.holdForThisRun(at, earlier.key);
    if (!done.ok)
      fail(
        'key_not_written_down',
        'The key was stored, but the data file could not be written to, so Milepost does not know whose it is. Store it again, or forget it, as soon as the data file can be written to.',
      );
  };

  const store: Key['store'] = async (text, scopes, from) => {
    const read = readKeyText(text);
    if (!read.ok) fail('not_a_key', `What the service gave cannot be used as an access key. ${read.words}`);
    const before = await handedOver(read.key);
    let storedIn: KeySource = 'memory';
    if (demoKey() === null) storedIn = await put(read.key, scopes, from);
    else {
      connectedOnDemo.set(origin(), read.key);
      notesOfThisRun.set(origin(), { ...freshNotes(), scopes, ...(from === undefined ? {} : { from }) });
    }
    changed();
    return { storedIn, before: (await before?.giveBack()) ?? null };
  };

  const forget = async () => {
    const at = origin();
    const before = await handedOver(null);
    if (connectedOnDemo.delete(at)) {
      notesOfThisRun.delete(at);
      changed();
      return statusAfter(await before?.giveBack());
    }
    refuseOnDemo();
    // The mark goes even where the keychain then refuses: what was approved under the key is void either way.
    dropKeyNotes(settings, at);
    notesOfThisRun.delete(at);
    seen.delete(at);
    const done = await keyStore.remove(at);
    changed();
    const given = await before?.giveBack();
    if (!done.ok)
      fail(
        'keychain',
        `The key could not be removed. ${done.words}${given === undefined ? '' : ` ${given}`}`,
      );
    return statusAfter(given);
  };

  const check = async (): Promise<KeyStatus> => {
    for (let tries = 0; tries < CHECKS; tries++) {
      const at = origin();
      if ((await keyFor()) === null) fail('no_key', 'No access key is stored for this marketplace.');
      const mark = markAt(at);
      const read = await deps.readAccount();
      // Another key, of this program or of another on the folder, came in between: the answer may be about either.
      if (origin() !== at || markAt(at) !== mark) continue;
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
    }
    return fail('changed_meanwhile', 'The key was changed while it was checked. Check it again.');
  };

  const remember = (at: string, learnt: LearntNotes) => {
    const held = notesOfThisRun.get(at);
    if (demoKey() !== null && !connectedOnDemo.has(at)) notesOfThisRun.set(at, { mark: 'demo', ...learnt });
    else if (held !== undefined) notesOfThisRun.set(at, withNotes(held, learnt));
    else writeKeyNotes(settings, at, withNotes(readKeyNotes(settings, at) ?? freshNotes(), learnt));
  };

  const keyFor = async () => {
    const found = await findKey();
    deps.lookedFor?.(found === null ? null : keyMark());
    return found;
  };

  const findKey = async () => {
    const demo = demoKey();
    if (demo !== null) return connectedOnDemo.get(origin()) ?? demo;
    const at = origin();
    const found = await keyStore.read(at);
    if (found.source !== 'keychain') return found.key;
    const before = seen.get(at);
    const changedElsewhere = before !== undefined && before !== found.key;
    seen.set(at, found.key);
    if (changedElsewhere || readKeyNotes(settings, at) === undefined) renewKeyNotes(settings, at);
    return found.key;
  };

  const markAt = (at: string): string =>
    demoKey() !== null && !connectedOnDemo.has(at)
      ? 'demo'
      : ((notesOfThisRun.get(at) ?? readKeyNotes(settings, at))?.mark ?? NO_KEY_MARK);

  const keyMark = () => markAt(origin());

  return {
    handlers: { status, storeFromClipboard, forget, check, mark: () => ({ mark: keyMark() }) },
    keyFor,
    store,
    account: () => notesNow()?.account ?? null,
    scopes: () => notesNow()?.scopes ?? null,
    keyMark,
    useForThisRun: (text) => {
      const read = readKeyText(text);
      if (!read.ok) return read;
      keyStore.holdForThisRun(origin(), read.key);
      notesOfThisRun.set(origin(), freshNotes());
      return { ok: true };
    },
  };
}
