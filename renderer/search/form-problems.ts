import { type AwardSearchRequest, checkAwardSearchRequest } from '#shared/award-search/request.ts';
import { FIELD_OF, type SearchForm } from './search-form.ts';

export type CheckedForm = {
  /** The request as it would be sent; null where something is wrong. */
  request: AwardSearchRequest | null;
  /** Each problem under the field that shows it; what has no field under `other`. */
  problems: Partial<Record<keyof SearchForm | 'other', string>>;
};

/** Checks a request by the contract's rules (§2.1) and sorts what is wrong to the form's fields. */
export function checkedForm(request: Readonly<Record<string, unknown>>): CheckedForm {
  const checked = checkAwardSearchRequest(request);
  if (checked.ok) return { request: checked.request, problems: {} };
  const problems: CheckedForm['problems'] = {};
  for (const [member, words] of Object.entries(checked.problems)) {
    const field = Object.entries(FIELD_OF).find(([name]) => name === member)?.[1];
    problems[field ?? 'other'] ??= words;
  }
  return { request: null, problems };
}
