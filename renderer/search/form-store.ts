import { useSyncExternalStore } from 'react';
import { listenersOf } from '../components/listeners.ts';
import { keepInTab, readFromTab } from '../components/tab-storage.ts';
import { EMPTY_FORM, formOf, keptForm, type SearchForm } from './search-form.ts';

const KEPT_AS = 'milepost-search-form';

/** The form outlives the screen and a reload: it is kept for this tab. */
let form: SearchForm = keptForm(readFromTab(sessionStorage, KEPT_AS));
const { tell, subscribe } = listenersOf();

export const readForm = (): SearchForm => form;
export const useSearchForm = (): SearchForm => useSyncExternalStore(subscribe, readForm);

export function changeForm(change: Partial<SearchForm>): void {
  form = { ...form, ...change };
  keepInTab(sessionStorage, KEPT_AS, form);
  tell();
}

/** Fills the form in with a request, keeping the Tool that was chosen. */
export const fillForm = (request: Readonly<Record<string, unknown>>): void =>
  changeForm(formOf(request, form.toolRef));

export const clearForm = (): void => changeForm({ ...EMPTY_FORM, toolRef: form.toolRef });
