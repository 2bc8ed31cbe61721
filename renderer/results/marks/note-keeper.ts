import { listenersOf } from '../../components/listeners.ts';
import { keepInTab, readFromTab, type TabStorage } from '../../components/tab-storage.ts';

/** Something in the person's words that is being written, by what it stands on. */
type Draft = {
  text: string;
  /** What the file has, as far as this page wrote it; null before. */
  kept: string | null;
  error: unknown;
  /** Whether the person is still in the field. */
  open: boolean;
};

export type NoteKeeperDeps = {
  keep: (versionId: number, note: string) => Promise<unknown>;
  /** Where drafts outlive the page. */
  storage: TabStorage;
  /** A note is in the file now, in exactly these words. */
  onKept: (versionId: number, note: string) => void;
  restMs?: number;
};

const KEPT_AS = 'milepost-note-drafts';
const REST_MS = 600;

/**
 * Keeps notes while they are written: at every pause of typing and when the field is left, one after the other, and
 * what is not in the file yet outlives the page. What nobody wrote is never kept.
 */
export function createNoteKeeper({ keep, storage, onKept, restMs = REST_MS }: NoteKeeperDeps) {
  const { tell, subscribe } = listenersOf();
  const drafts = new Map<number, Draft>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let last: Promise<unknown> = Promise.resolve();

  const isKept = ({ text, kept }: Draft) => text === kept;

  function change(versionId: number, next: Draft | null): void {
    if (next === null) drafts.delete(versionId);
    else drafts.set(versionId, next);
    const unkept = [...drafts].flatMap(([id, draft]) => (isKept(draft) ? [] : [[id, draft.text] as const]));
    if (unkept.length === 0) storage.removeItem(KEPT_AS);
    else keepInTab(storage, KEPT_AS, unkept);
    tell();
  }

  async function send(versionId: number): Promise<void> {
    const sent = drafts.get(versionId);
    if (sent === undefined || isKept(sent)) return;
    try {
      await keep(versionId, sent.text);
    } catch (error) {
      const now = drafts.get(versionId);
      if (now !== undefined) change(versionId, { ...now, error });
      return;
    }
    onKept(versionId, sent.text.trim());
    const now = drafts.get(versionId);
    if (now === undefined) return;
    const next = { ...now, kept: sent.text, error: null };
    change(versionId, isKept(next) && !next.open ? null : next);
  }

  function keepNow(versionId: number): void {
    clearTimeout(timers.get(versionId));
    timers.delete(versionId);
    last = last.then(() => send(versionId));
  }

  return {
    subscribe,
    /** What is being written; undefined where the file says it all. */
    draftOf: (versionId: number): Draft | undefined => drafts.get(versionId),
    write(versionId: number, text: string): void {
      const before = drafts.get(versionId);
      change(versionId, { text, kept: before?.kept ?? null, error: before?.error ?? null, open: true });
      clearTimeout(timers.get(versionId));
      timers.set(
        versionId,
        setTimeout(() => keepNow(versionId), restMs),
      );
    },
    /** The field is left, by whatever way. */
    leave(versionId: number): void {
      const draft = drafts.get(versionId);
      if (draft === undefined) return;
      change(versionId, isKept(draft) ? null : { ...draft, open: false });
      keepNow(versionId);
    },
    /** The page is about to go: what is not in the file yet is sent at once. */
    leaveAll(): void {
      for (const versionId of drafts.keys()) void send(versionId);
    },
    /** Keeps what an earlier page could not keep any more. */
    resume(): void {
      for (const [versionId, text] of storedDrafts(storage)) {
        drafts.set(versionId, { text, kept: null, error: null, open: false });
        keepNow(versionId);
      }
    },
  };
}

function storedDrafts(storage: TabStorage): [number, string][] {
  const stored = readFromTab(storage, KEPT_AS);
  return Array.isArray(stored)
    ? stored.filter(
        (draft): draft is [number, string] =>
          Array.isArray(draft) && Number.isInteger(draft[0]) && typeof draft[1] === 'string',
      )
    : [];
}
