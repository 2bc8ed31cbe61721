import { readFromTab, storeInTab } from '../ui/forms/tab-storage.ts';
import { storeOf } from '../ui/store.ts';
import { EMPTY_FORM, formOf, type SearchForm, storedForm } from './search-form.ts';

const STORED_AS = 'milepost-search-form';

/** The form outlives the screen and a reload: it is stored for this tab. */
const form = storeOf<SearchForm>(storedForm(readFromTab(sessionStorage, STORED_AS)));
export const { read: readForm, useValue: useSearchForm } = form;

export function changeForm(change: Partial<SearchForm>): void {
  const next = { ...readForm(), ...change };
  storeInTab(sessionStorage, STORED_AS, next);
  form.set(next);
}

/** How often the entire form was filled in or cleared: partly typed text before that belongs to an earlier form. */
const filling = storeOf(0);
export const useFilling = filling.useValue;

/** Changes the form only if it is still filling `of`: a name may be resolved after the form was replaced. */
export function changeFilling(of: number, change: () => Partial<SearchForm>): void {
  if (of === filling.read()) changeForm(change());
}

/** Fills in the form with a request, for the given Tool or else the one that was chosen. */
export function fillForm(request: Readonly<Record<string, unknown>>, toolRef = readForm().toolRef): void {
  filling.set(filling.read() + 1);
  changeForm(formOf(request, toolRef));
}

export function clearForm(): void {
  filling.set(filling.read() + 1);
  changeForm({ ...EMPTY_FORM, toolRef: readForm().toolRef });
}
