/** What was filled in for each Tool in this window, so that a refresh at another screen loses nothing. */
export type InputDraft = {
  way: 'form' | 'json';
  /** The form's own data. */
  data: unknown;
  /** The input as it is written by hand. */
  text: string;
};

const drafts = new Map<string, InputDraft>();

export const readDraft = (toolRef: string): InputDraft | undefined => drafts.get(toolRef);
export const storeDraft = (toolRef: string, draft: InputDraft): void => void drafts.set(toolRef, draft);
