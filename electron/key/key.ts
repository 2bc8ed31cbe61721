import { ContractFailure, fail } from '#shared/contract/failure.ts';
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
import { createKeyStore, type FoundKey, type KeyPlace, type KeySource } from './key-store.ts';
import { readKeyText } from './key-text.ts';
import type { Keychain } from './keychain.ts';

/** The clipboard of the desktop. */
export type Clipboard = {
  readText(): string | Promise<string>;
  clear(): void;
  /** What is selected, which a Linux desktop pastes with the middle button; undefined elsewhere. */
  readonly selection?: Clipboard | undefined;
};

/** The account of a key, as the service reports it. */
export type AccountRead =
  | { ok: true; scopes: string[] | null; account: string | null }
  | { ok: false; failure: RequestFailure };

/** Clears the clipboard where it still holds a secret; storing it may have waited for the user to unlock the keychain. */
export async function clearSecret(clipboard: Clipboard, secret: string): Promise<void> {
  for (const each of [clipboard, clipboard.selection])
    try {
      if ((await each?.readText())?.trim() === secret) each?.clear();
    } catch {
      // Another program holds it. The secret is stored all the same.
    }
}

export type KeyDeps = {
  keychain: Keychain;
  /** The exact origin of the marketplace in use. */
  origin: () => string;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** Asks the user outside the page. Fails with `confirmation_unavailable` if that is not possible. */
  confirm: (question: { title: string; words: string; detail: string; instead: string }) => Promise<boolean>;
  /** The embedded marketplace's key while it is in use, else null. Never stored. */
  demoKey?: () => string | null;
  readAccount: () => Promise<AccountRead>;
  publish: Publish;
  settings: StoredSettings;
  /** The terminal commands that store a key for the marketplace in use; null if this program has none. */
  terminal?: { store: () => string | null; forOneRun: () => string | null };
  /** Revokes a key at its issuer and returns a sentence on the outcome. Never throws. */
  revoke?: (key: string, from: KeyOrigin) => Promise<string>;
  /** Called after each lookup with the key's mark, null if there is no key, and with the key if it was read, to hide it. */
  onKeyRead?: (mark: string | null, key?: string | null) => void;
  /** Called when the service accepts a key that it refused before. */
  onKeyWorksAgain?: () => void;
};

type ReportedAccount = Pick<KeyNotes, 'scopes' | 'account'>;

/** A key that turns out to belong to another account was replaced unnoticed, so it gets a new mark. */
const withNotes = (held: KeyNotes, reported: ReportedAccount): KeyNotes =>
  held.account !== null && reported.account !== null && held.account !== reported.account
    ? { ...freshNotes(), ...reported }
    : { ...held, ...reported };

export type Key = {
  handlers: ContractHandlers['key'];
  /**
   * The key for the marketplace in use, for the transport only; null if there is none. Fails with `key_unread` if the
   * keychain cannot be read.
   */
  keyFor(): Promise<string | null>;
  /** The account of the key in use, as last reported by the service; null if unknown. */
  account(): string | null;
  /** The scopes of the key in use, as last reported by the service; null if unknown. */
  scopes(): readonly string[] | null;
  /** Records the status of an answer to a request that carried the key in use. */
  answered(status: number): void;
  /** That the service refused the key in use when it was sent last, with the way on; null if it did not. */
  refused(): string | null;
  /** A random mark of the key in use, renewed with the key; `none` without a key. A change voids approvals. */
  keyMark(): string;
  /**
   * Stores a key received through OAuth and revokes the previous one if it came that way too; returns where the key is
   * stored and the outcome of the revocation. On the embedded marketplace it is held in memory. Throws `ContractFailure`.
   */
  store(
    text: string,
    scopes: string[] | null,
    from?: KeyOrigin,
  ): Promise<{ storedIn: KeySource; before: string | null }>;
  /** Holds a key in memory for the marketplace in use; explains why if the text cannot be a key. */
  useForThisRun(text: string): { ok: true } | { ok: false; words: string };
};

/** How often a check is attempted if the key changes during it. */
const CHECKS = 3;

const NO_CLIPBOARD = 'A page in a browser must not see the key. Store it from a terminal.';
// Shown beside the keychain's own explanation.
const FOR_ONE_RUN = 'A key is held for one run here: end Milepost and start it with this command.';
/** What is said of a previous key where it cannot be read. */
export const NOT_REVOKED =
  'The previous key could not be read from the keychain, so it was not withdrawn at the service. Withdraw it in your account there.';
const DEMO = 'The demo has a key of its own and uses demo money. Choose a marketplace by its address first.';

/**
 * The access key, bound to the exact origin it is meant for. It goes from the clipboard or a terminal to the keychain, and
 * from there to the transport; the renderer only learns that one exists.
 */
export function createKey(deps: KeyDeps): Key {
  const { clipboard, settings, origin } = deps;
  const demoKey = deps.demoKey ?? (() => null);
  const changed = () => deps.publish('changed', { topics: ['status', 'settings'] });
  const keyStore = createKeyStore({
    keychain: deps.keychain,
    markOf: (at) => readKeyNotes(settings, at)?.mark,
    settled: changed,
  });
  /** Notes on keys held in memory, and on the demo key. */
  const notesOfThisRun = new Map<string, KeyNotes>();
  /** The keychain's key as last read, to detect changes by other programs. */
  const lastRead = new Map<string, string>();

  /** A key received from the embedded marketplace through OAuth, used instead of the demo key. */
  const connectedOnDemo = new Map<string, string>();

  /** The mark of the key that the service refused last, and with what status. */
  let refusal: { mark: string; status: number } | null = null;
  const refused = (): string | null => {
    if (refusal === null || refusal.mark !== keyMark()) return null;
    return refusal.status === 401
      ? 'The service does not accept the access key. Store a current one in Settings.'
      : 'The service does not allow this with the access key. Store one with the permission for it in Settings.';
  };
  const answered = (status: number): void => {
    const isRefused = status === 401 || status === 403;
    const before = refused();
    // Another one may have been put into the keychain meanwhile.
    if (isRefused) keyStore.readAnew(origin());
    // Only a success shows that it works: other failures say nothing of the key.
    if (!isRefused && (status < 200 || status >= 300)) return;
    if (!isRefused && before === null) return;
    refusal = isRefused ? { mark: keyMark(), status } : null;
    if (refused() === before) return;
    changed();
    if (!isRefused) deps.onKeyWorksAgain?.();
  };

  const notes = (source: KeySource): KeyNotes | undefined =>
    source === 'keychain' ? readKeyNotes(settings, origin()) : notesOfThisRun.get(origin());

  const currentNotes = (): KeyNotes | undefined =>
    notesOfThisRun.get(origin()) ?? readKeyNotes(settings, origin());

  const status = async (): Promise<KeyStatus> => {
    const [found, works] = await Promise.all([
      demoKey() === null ? keyStore.find(origin()).then(placed) : { source: 'memory' as const },
      keyStore.works(),
    ]);
    const known = found.source === 'memory' ? notes('memory') : notes('keychain');
    const isHere = found.source !== 'none';
    if (found.source !== 'unread') deps.onKeyRead?.(isHere ? keyMark() : null);
    return {
      state: found.source,
      origin: origin(),
      scopes: (isHere && known?.scopes) || null,
      account: (isHere && known?.account) || null,
      ...(isHere && refused() !== null && { refused: refused() ?? '' }),
      keychain: found.source === 'unread' ? { works: false, words: found.words } : works,
      clipboard: clipboard === null ? clipboardAlternative(works.works) : { works: true, instead: '' },
    };
  };

  /** A machine without a keychain has no key in one, unless one was stored there before. */
  const placed = <Place extends KeyPlace>(found: Place): Place | { source: 'none'; key: null } =>
    found.source === 'unread' && found.isMissing && readKeyNotes(settings, origin()) === undefined
      ? { source: 'none', key: null }
      : found;

  /** What to do without a clipboard. The demo needs nothing, as it has its own key. */
  const clipboardAlternative = (hasKeychain: boolean): KeyStatus['clipboard'] => {
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

  /** The marketplace may have changed while a question was open or the keychain waited for the user. */
  const refuseUnless = (at: string) => {
    if (origin() !== at)
      fail('changed_meanwhile', 'Another marketplace is in use meanwhile. No key was stored.');
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
    refuseUnless(at);
    const read = readKeyText(await clipboard.readText());
    if (!read.ok) fail('not_a_key', read.words);
    const before = await prepareRevocation(read.key);
    refuseUnless(at);
    await put(read.key, null);
    await clearSecret(clipboard, read.key);
    changed();
    return statusAfter(await before?.giveBack());
  };

  /** Prepares to revoke the key in use if it came through OAuth and differs from the next one; null otherwise. */
  const prepareRevocation = async (next: string | null) => {
    if (deps.revoke === undefined || currentNotes()?.from === undefined) return null;
    const { revoke } = deps;
    const at = origin();
    const key = await keyFor().catch((error: unknown) => {
      if (error instanceof ContractFailure) return undefined;
      throw error;
    });
    // The key of one marketplace is never sent to the issuer of another.
    if (origin() !== at) return null;
    if (key === undefined) return { giveBack: async () => NOT_REVOKED };
    // Reading the key may have revealed a change by another program; then its issuer is unknown.
    const from = currentNotes()?.from;
    return key === null || key === next || from === undefined ? null : { giveBack: () => revoke(key, from) };
  };

  const statusAfter = async (before: string | undefined): Promise<KeyStatus> => ({
    ...(await status()),
    ...(before === undefined ? {} : { before }),
  });

  const put = async (text: string, scopes: string[] | null, from?: KeyOrigin): Promise<KeySource> => {
    const at = origin();
    const fresh: KeyNotes = { ...freshNotes(), scopes, ...(from === undefined ? {} : { from }) };
    // The mark is renewed before and with the key, so that approvals and notes of the old key never apply to the new.
    const earlier = await keyStore.read(at);
    renewKeyNotes(settings, at);
    const source = await keyStore.put(at, text);
    try {
      if (source === 'keychain') writeKeyNotes(settings, at, fresh);
      else dropKeyNotes(settings, at);
    } catch (error) {
      // What could not be read in the keychain is still there.
      if (earlier.source === 'unread' && source === 'memory') keyStore.dropOfThisRun(at);
      else await restoreEarlierKey(at, earlier);
      throw error;
    }
    if (source === 'keychain') {
      lastRead.set(at, text);
      notesOfThisRun.delete(at);
    } else notesOfThisRun.set(at, fresh);
    return source;
  };

  /** Restores the earlier key after its notes could not be written; fails if the new key remains stored. */
  const restoreEarlierKey = async (at: string, earlier: FoundKey): Promise<void> => {
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
    const at = origin();
    const before = await prepareRevocation(read.key);
    refuseUnless(at);
    let storedIn: KeySource = 'memory';
    if (demoKey() === null) storedIn = await put(read.key, scopes, from);
    else {
      connectedOnDemo.set(origin(), read.key);
      notesOfThisRun.set(origin(), { ...freshNotes(), scopes, ...(from === undefined ? {} : { from }) });
    }
    changed();
    return { storedIn, before: (await before?.giveBack()) ?? null };
  };

  /** A page that forgets the key by itself would have the user's open purchases wait for it. */
  const confirmForgetting = async (at: string): Promise<void> => {
    const confirmed = await deps.confirm({
      title: `Forget the key for ${at}?`,
      words: `Milepost would remove the access key for ${at} from this machine, and could buy nothing there until you store one again.`,
      detail: 'Nothing that was bought is lost. Allow it only if you asked for it just now.',
      instead: 'Or remove it from a terminal, with the command that Settings shows.',
    });
    if (!confirmed) fail('not_confirmed', 'You did not allow it. The key is still stored.');
  };

  const forget = async () => {
    const at = origin();
    const before = await prepareRevocation(null);
    if (connectedOnDemo.delete(at)) {
      notesOfThisRun.delete(at);
      changed();
      return statusAfter(await before?.giveBack());
    }
    refuseOnDemo();
    await confirmForgetting(at);
    // The mark is removed even if the keychain then refuses, so that approvals under the key are void.
    dropKeyNotes(settings, at);
    notesOfThisRun.delete(at);
    lastRead.delete(at);
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
    keyStore.readAnew(origin());
    for (let tries = 0; tries < CHECKS; tries++) {
      const at = origin();
      if ((await keyFor()) === null) fail('no_key', 'No access key is stored for this marketplace.');
      const mark = markAt(at);
      const read = await deps.readAccount();
      // The key changed during the request, so the answer may concern either key.
      if (origin() !== at || markAt(at) !== mark) continue;
      if (!read.ok) {
        const { code, message, requestId, retryAfterMs } = read.failure;
        fail(code, message, {
          ...(requestId === null ? {} : { requestId }),
          ...(retryAfterMs === null ? {} : { retryAfterMs }),
        });
      }
      saveAccount(at, { scopes: read.scopes, account: read.account });
      changed();
      return status();
    }
    return fail('changed_meanwhile', 'The key was changed while it was checked. Check it again.');
  };

  const saveAccount = (at: string, reported: ReportedAccount) => {
    const held = notesOfThisRun.get(at);
    if (demoKey() !== null && !connectedOnDemo.has(at)) notesOfThisRun.set(at, { mark: 'demo', ...reported });
    else if (held !== undefined) notesOfThisRun.set(at, withNotes(held, reported));
    else writeKeyNotes(settings, at, withNotes(readKeyNotes(settings, at) ?? freshNotes(), reported));
  };

  const keyFor = async () => {
    const found = await findKey();
    deps.onKeyRead?.(found === null ? null : keyMark(), found);
    return found;
  };

  const findKey = async () => {
    const demo = demoKey();
    if (demo !== null) return connectedOnDemo.get(origin()) ?? demo;
    const at = origin();
    const found = placed(await keyStore.read(at));
    if (found.source === 'unread')
      fail('key_unread', `${found.words} Whether a key is stored there is not known; nothing was sent.`);
    if (found.source !== 'keychain') return found.key;
    const before = lastRead.get(at);
    const changedElsewhere = before !== undefined && before !== found.key;
    lastRead.set(at, found.key);
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
    account: () => currentNotes()?.account ?? null,
    scopes: () => currentNotes()?.scopes ?? null,
    keyMark,
    answered,
    refused,
    useForThisRun: (text) => {
      const read = readKeyText(text);
      if (!read.ok) return read;
      keyStore.holdForThisRun(origin(), read.key);
      notesOfThisRun.set(origin(), freshNotes());
      return { ok: true };
    },
  };
}
