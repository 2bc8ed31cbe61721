import { useSyncExternalStore } from 'react';
import { readFromTab, storeInTab } from '../ui/forms/tab-storage.ts';
import { listenersOf } from '../ui/listeners.ts';
import { EMPTY_FORM, formOf, type SearchForm, storedForm } from './search-form.ts';

const STORED_AS = 'milepost-search-form';

/** The form outlives the screen and a reload: it is stored for this tab. */
let form: SearchForm = storedForm(readFromTab(sessionStorage, STORED_AS));
const { notify, subscribe } = listenersOf();

export const readForm = (): SearchForm => form;
export const useSearchForm = (): SearchForm => useSyncExternalStore(subscribe, readForm);

export function changeForm(change: Partial<SearchForm>): void {
  form = { ...form, ...change };
  storeInTab(sessionStorage, STORED_AS, form);
  notify();
}

/** Fills the form in with a request, keeping the Tool that was chosen. */
export const fillForm = (request: Readonly<Record<string, unknown>>): void =>
  changeForm(formOf(request, form.toolRef));

export const clearForm = (): void => changeForm({ ...EMPTY_FORM, toolRef: form.toolRef });
