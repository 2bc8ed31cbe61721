import { useSyncExternalStore } from 'react';
import { listenersOf } from '../components/listeners.ts';
import { EMPTY_FORM, formOf, keptForm, type SearchForm } from './search-form.ts';

const KEPT_AS = 'milepost-search-form';

function readKept(): SearchForm {
  try {
    return keptForm(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null'));
  } catch {
    return EMPTY_FORM;
  }
}

/** The form outlives the screen and a reload: it is kept for this tab. */
let form: SearchForm = readKept();
const { tell, subscribe } = listenersOf();

export const readForm = (): SearchForm => form;
export const useSearchForm = (): SearchForm => useSyncExternalStore(subscribe, readForm);

export function changeForm(change: Partial<SearchForm>): void {
  form = { ...form, ...change };
  sessionStorage.setItem(KEPT_AS, JSON.stringify(form));
  tell();
}

/** Fills the form in with a request, keeping the Tool that was chosen. */
export const fillForm = (request: Readonly<Record<string, unknown>>): void =>
  changeForm(formOf(request, form.toolRef));

export const clearForm = (): void => changeForm({ ...EMPTY_FORM, toolRef: form.toolRef });
