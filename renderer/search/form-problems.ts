import {
  type AwardSearchField,
  type AwardSearchRequest,
  checkAwardSearchRequest,
  splitCodes,
} from '#shared/award-search/request.ts';
import { AIRPORT_CODE, CARRIER_CODE, type CodeShape } from '../places/typed-codes.ts';
import { FIELD_OF, type SearchForm } from './search-form.ts';

export type CheckedForm = {
  /** The request as it would be sent; null where something is wrong. */
  request: AwardSearchRequest | null;
  /** Each problem under the field that shows it; what has no field under `other`. */
  problems: Partial<Record<keyof SearchForm | 'other', string>>;
};

type ListRule = { shape: CodeShape; wrong: (text: string) => string };
const AIRPORTS: ListRule = {
  shape: AIRPORT_CODE,
  wrong: (text) => `Choose an airport or city for “${text}”, or remove it.`,
};
const LISTS: Partial<Record<AwardSearchField, ListRule>> = {
  origin_airport: AIRPORTS,
  destination_airport: AIRPORTS,
  carriers: { shape: CARRIER_CODE, wrong: (text) => `Choose an airline for “${text}”, or remove it.` },
};

/** Typed names that were left before it was clear what they mean: the contract would take them for codes. */
function unclearNames(request: Readonly<Record<string, unknown>>): CheckedForm['problems'] {
  return Object.fromEntries(
    Object.entries(LISTS).flatMap(([member, { shape, wrong }]) => {
      const text = request[member];
      const texts = typeof text === 'string' ? text.split(',').filter((each) => each.trim() !== '') : [];
      const unclear = texts.find((each) => splitCodes(each).length > 1 || !shape.test(each));
      const field = Object.entries(FIELD_OF).find(([name]) => name === member)?.[1];
      return unclear === undefined || field === undefined ? [] : [[field, wrong(unclear)]];
    }),
  );
}

/** Checks a request by the contract's rules (§2.1) and sorts what is wrong to the form's fields. */
export function checkedForm(request: Readonly<Record<string, unknown>>): CheckedForm {
  const checked = checkAwardSearchRequest(request);
  const problems = unclearNames(request);
  if (checked.ok)
    return Object.keys(problems).length === 0
      ? { request: checked.request, problems }
      : { request: null, problems };
  for (const [member, words] of Object.entries(checked.problems)) {
    const field = Object.entries(FIELD_OF).find(([name]) => name === member)?.[1];
    problems[field ?? 'other'] ??= words;
  }
  return { request: null, problems };
}
