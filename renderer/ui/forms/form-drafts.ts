import { listenersOf } from '../listeners.ts';
import { readFromTab, storeInTab, type TabStorage } from './tab-storage.ts';

/** The fields of a form that were changed, by their names. */
export type Draft = Readonly<Record<string, string>>;

const STORED_AS = 'milepost-form-drafts';

/**
 * Unsaved text in forms, by the forms' names. It outlives the screen and a reload: until it is saved or discarded, it
 * is there when the form is opened again.
 */
export function createFormDrafts(storage: TabStorage) {
  const { notify, subscribe } = listenersOf();
  const drafts = new Map(storedDrafts(storage));

  function store(): void {
    if (drafts.size === 0) storage.removeItem(STORED_AS);
    else storeInTab(storage, STORED_AS, [...drafts]);
    notify();
  }

  return {
    subscribe,
    draftOf: (form: string): Draft | undefined => drafts.get(form),
    write(form: string, fields: Draft): void {
      drafts.set(form, { ...drafts.get(form), ...fields });
      store();
    },
    /** It was saved, or the user discarded it. */
    drop(form: string): void {
      if (drafts.delete(form)) store();
    },
  };
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

function storedDrafts(storage: TabStorage): [string, Draft][] {
  const stored = readFromTab(storage, STORED_AS);
  return Array.isArray(stored)
    ? stored.filter(
        (entry): entry is [string, Draft] =>
          Array.isArray(entry) && typeof entry[0] === 'string' && isDraft(entry[1]),
      )
    : [];
}
