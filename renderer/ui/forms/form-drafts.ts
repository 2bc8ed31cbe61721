import { z } from 'zod';
import { storeOf } from '../store.ts';
import { readFromTab, storeInTab, type TabStorage } from './tab-storage.ts';

const draftSchema = z.record(z.string(), z.string());
/** The fields of a form that were changed, by their names. */
export type Draft = Readonly<z.infer<typeof draftSchema>>;

const STORED_AS = 'milepost-form-drafts';
const storedSchema = z.array(z.tuple([z.string(), draftSchema])).catch([]);

/**
 * Unsaved text in forms, by the forms' names. It outlives the screen and a reload: until it is saved or discarded, it
 * is there when the form is opened again.
 */
export function createFormDrafts(storage: TabStorage) {
  const { read, set, useValue } = storeOf(
    new Map<string, Draft>(storedSchema.parse(readFromTab(storage, STORED_AS))),
  );
  function store(drafts: Map<string, Draft>): void {
    if (drafts.size === 0) storage.removeItem(STORED_AS);
    else storeInTab(storage, STORED_AS, [...drafts]);
    set(drafts);
  }
  return {
    useDrafts: useValue,
    draftOf: (form: string): Draft | undefined => read().get(form),
    write: (form: string, fields: Draft) =>
      store(new Map(read()).set(form, { ...read().get(form), ...fields })),
    /** It was saved, or the user discarded it. */
    drop(form: string): void {
      const drafts = new Map(read());
      if (drafts.delete(form)) store(drafts);
    },
  };
}
