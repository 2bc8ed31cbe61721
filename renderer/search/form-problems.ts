import {
  type AwardSearchField,
  type AwardSearchRequest,
  checkAwardSearchRequest,
  splitCodes,
} from '#shared/award-search/request.ts';
import { shortened } from '#shared/formats.ts';
import { AIRPORT_CODE, type CodeShape, REQUEST_CARRIER, unclearAirport } from '../places/typed-codes.ts';
import { FIELD_OF, type SearchForm } from './search-form.ts';

export type CheckedForm = {
  /** The request as it would be sent; null where something is wrong. */
  request: AwardSearchRequest | null;
  /** Each problem under the field that shows it; those without a field under `other`. */
  problems: Partial<Record<keyof SearchForm | 'other', string>>;
};

type ListRule = { shape: CodeShape; wrong: (text: string) => string };
const AIRPORTS: ListRule = { shape: AIRPORT_CODE, wrong: unclearAirport };
const LISTS: Partial<Record<AwardSearchField, ListRule>> = {
  origin_airport: AIRPORTS,
  destination_airport: AIRPORTS,
  carriers: {
    shape: REQUEST_CARRIER,
    wrong: (text) => `Choose an airline for “${shortened(text)}”, or remove it.`,
  },
};

/** Ambiguous names that were left in a field: the contract would accept them as codes. */
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

/** Checks a request by the contract's rules (§2.1) and assigns its problems to the form's fields. */
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
