import { readFromTab, storeInTab } from '../ui/forms/tab-storage.ts';
import { listenersOf, useOutside } from '../ui/listeners.ts';
import { EMPTY_FORM, formOf, type SearchForm, storedForm } from './search-form.ts';

const STORED_AS = 'milepost-search-form';

/** The form outlives the screen and a reload: it is stored for this tab. */
let form: SearchForm = storedForm(readFromTab(sessionStorage, STORED_AS));
const { notify, subscribe } = listenersOf();

export const readForm = (): SearchForm => form;
export const useSearchForm = (): SearchForm => useOutside(subscribe, readForm);

export function changeForm(change: Partial<SearchForm>): void {
  form = { ...form, ...change };
  storeInTab(sessionStorage, STORED_AS, form);
  notify();
}

/** How often the entire form was filled in or cleared: partly typed text before that belongs to an earlier form. */
let filling = 0;
export const useFilling = (): number => useOutside(subscribe, () => filling);

/** Changes the form only if it is still filling `of`: a name may be resolved after the form was replaced. */
export function changeFilling(of: number, change: () => Partial<SearchForm>): void {
  if (of === filling) changeForm(change());
}

/** Fills in the form with a request, for the given Tool or else the one that was chosen. */
export function fillForm(request: Readonly<Record<string, unknown>>, toolRef = form.toolRef): void {
  filling += 1;
  changeForm(formOf(request, toolRef));
}

export function clearForm(): void {
  filling += 1;
  changeForm({ ...EMPTY_FORM, toolRef: form.toolRef });
}
