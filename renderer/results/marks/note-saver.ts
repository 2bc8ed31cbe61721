import { readFromTab, storeInTab, type TabStorage } from '../../ui/forms/tab-storage.ts';
import { listenersOf } from '../../ui/listeners.ts';

/** A text that the user is writing. */
type Draft = {
  text: string;
  /** The text that this page last wrote to the file; null before that. */
  saved: string | null;
  error: unknown;
  /** Whether the user is still in the field. */
  open: boolean;
};

export type NoteSaverDeps = {
  save: (versionId: number, note: string) => Promise<unknown>;
  /** Where drafts outlive the page. */
  storage: TabStorage;
  /** A note is now in the file, in exactly these words. */
  onSaved: (versionId: number, note: string) => void;
  restMs?: number;
};

const STORED_AS = 'milepost-note-drafts';
const REST_MS = 600;

/**
 * Saves notes while they are written: at every pause of typing and when the field is left, one after the other. Unsaved
 * text outlives the page. A text that nobody changed is never saved.
 */
export function createNoteSaver({ save, storage, onSaved, restMs = REST_MS }: NoteSaverDeps) {
  const { notify, subscribe } = listenersOf();
  const drafts = new Map<number, Draft>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let last: Promise<unknown> = Promise.resolve();

  const isSaved = ({ text, saved }: Draft) => text === saved;

  function change(versionId: number, next: Draft | null): void {
    if (next === null) drafts.delete(versionId);
    else drafts.set(versionId, next);
    const unsaved = [...drafts].flatMap(([id, draft]) => (isSaved(draft) ? [] : [[id, draft.text] as const]));
    if (unsaved.length === 0) storage.removeItem(STORED_AS);
    else storeInTab(storage, STORED_AS, unsaved);
    notify();
  }

  async function send(versionId: number): Promise<void> {
    const sent = drafts.get(versionId);
    if (sent === undefined || isSaved(sent)) return;
    try {
      await save(versionId, sent.text);
    } catch (error) {
      const now = drafts.get(versionId);
      if (now !== undefined) change(versionId, { ...now, error });
      return;
    }
    onSaved(versionId, sent.text.trim());
    const now = drafts.get(versionId);
    if (now === undefined) return;
    const next = { ...now, saved: sent.text, error: null };
    change(versionId, isSaved(next) && !next.open ? null : next);
  }

  function saveNow(versionId: number): void {
    clearTimeout(timers.get(versionId));
    timers.delete(versionId);
    last = last.then(() => send(versionId));
  }

  return {
    subscribe,
    /** The unsaved text; undefined where everything is saved. */
    draftOf: (versionId: number): Draft | undefined => drafts.get(versionId),
    write(versionId: number, text: string): void {
      const before = drafts.get(versionId);
      change(versionId, { text, saved: before?.saved ?? null, error: before?.error ?? null, open: true });
      clearTimeout(timers.get(versionId));
      timers.set(
        versionId,
        setTimeout(() => saveNow(versionId), restMs),
      );
    },
    /** The field lost the focus, or its screen is closed. */
    leave(versionId: number): void {
      const draft = drafts.get(versionId);
      if (draft === undefined) return;
      change(versionId, isSaved(draft) ? null : { ...draft, open: false });
      saveNow(versionId);
    },
    /** The page is about to close: unsaved text is sent at once. */
    leaveAll(): void {
      for (const versionId of drafts.keys()) void send(versionId);
    },
    /** Saves the drafts of an earlier page. */
    resume(): void {
      for (const [versionId, text] of storedDrafts(storage)) {
        drafts.set(versionId, { text, saved: null, error: null, open: false });
        saveNow(versionId);
      }
    },
  };
}

function storedDrafts(storage: TabStorage): [number, string][] {
  const stored = readFromTab(storage, STORED_AS);
  return Array.isArray(stored)
    ? stored.filter(
        (draft): draft is [number, string] =>
          Array.isArray(draft) && Number.isInteger(draft[0]) && typeof draft[1] === 'string',
      )
    : [];
}
