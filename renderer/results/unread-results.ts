import { RECORD_GROUPS } from '#shared/contract/awards.ts';
import {
  type AddressPart,
  anyText,
  membersLeftOut,
  type UnreadPart,
  unreadParts,
} from '../components/address-parts.ts';
import { isColumn } from './record-columns.ts';
import {
  dateOf,
  isWeekday,
  RESULT_VIEWS,
  readScope,
  readSort,
  timeOf,
  wholeNumber,
  yesNo,
} from './results-address.ts';

const filtered = (reads: AddressPart['reads']): AddressPart => ({
  reads,
  instead: 'nothing is filtered by it',
});
const eachFiltered = (reads: AddressPart['reads']): AddressPart => ({
  ...filtered(reads),
  times: Number.POSITIVE_INFINITY,
});
const isSwitch = filtered((value) => yesNo(value) !== undefined);
const isNumber = (value: string) => wholeNumber(value) !== undefined;
const isDay = filtered((value) => dateOf(value) !== undefined);

const PARTS: Readonly<Record<string, AddressPart>> = {
  scope: { reads: (value) => readScope(value) !== null, instead: 'the list of all saved searches is shown' },
  view: { reads: (value) => RESULT_VIEWS.some((view) => view === value), instead: 'the table is shown' },
  q: filtered(anyText),
  space: isSwitch,
  miles: filtered(isNumber),
  seats: filtered(isNumber),
  seatsNotGiven: isSwitch,
  direct: isSwitch,
  airline: eachFiltered(anyText),
  programme: eachFiltered(anyText),
  weekday: eachFiltered(isWeekday),
  from: isDay,
  until: isDay,
  origin: eachFiltered(anyText),
  destination: eachFiltered(anyText),
  flagged: isSwitch,
  originRegion: eachFiltered(anyText),
  destinationRegion: eachFiltered(anyText),
  newSince: filtered((value) => timeOf(value) !== undefined),
  starred: isSwitch,
  tag: eachFiltered(anyText),
  sort: {
    reads: (value) => readSort(value).length === value.split(',').length,
    instead: 'rows are sorted by as much of it as could be',
  },
  hide: { reads: isColumn, instead: 'no column is hidden by it', times: Number.POSITIVE_INFINITY },
  group: {
    reads: (value) => RECORD_GROUPS.some((group) => group === value),
    instead: 'rows are not put together',
  },
  folds: { reads: (value) => value === 'all', instead: 'all groups are open' },
  fold: { reads: anyText, instead: 'all groups are open', times: Number.POSITIVE_INFINITY },
  record: { reads: isNumber, instead: 'no record is opened' },
};

/** Members of a scope that were not understood: without them it may hold more than was meant. */
function unreadOfScope(text: string | null): UnreadPart[] {
  const scope = readScope(text);
  if (text === null || scope === null) return [];
  return membersLeftOut(JSON.parse(text), scope).map((name) => ({
    part: name,
    instead: 'what is shown is not narrowed by it',
  }));
}

/** What of an address of Results could not be read, and what is shown instead. Pure. */
export const unreadOfResults = (search: string): UnreadPart[] => [
  ...unreadParts(search, PARTS),
  ...unreadOfScope(new URLSearchParams(search).get('scope')),
];
