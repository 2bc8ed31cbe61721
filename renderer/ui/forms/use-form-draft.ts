import { createFormDrafts, type Draft } from './form-drafts.ts';

const drafts = createFormDrafts(sessionStorage);

/** Whether a form has text that was neither saved nor discarded. */
export const isDrafted = (form: string): boolean => drafts.draftOf(form) !== undefined;

/** The text in a form was saved, or discarded. */
export const dropDraft = (form: string): void => drafts.drop(form);

/**
 * A form's fields as the user sees them: what was typed, otherwise what is saved.
 * @param form its name: forms of one name share what is typed
 * @param saved the fields where nothing was typed
 */
export function useFormDraft<Fields extends Draft>(form: string, saved: Fields) {
  const draft = drafts.useDrafts().get(form);
  const fields = { ...saved, ...draft } as Fields;
  return {
    fields,
    write(change: Partial<Fields>): void {
      const next = { ...fields, ...change };
      if (Object.keys(saved).every((name) => next[name] === saved[name])) drafts.drop(form);
      else drafts.write(form, change as Draft);
    },
    drop: () => drafts.drop(form),
  };
}
