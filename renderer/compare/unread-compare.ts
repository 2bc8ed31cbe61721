import { CHANGES } from '#shared/award-analysis/differences.ts';
import {
  type AddressPart,
  membersLeftOut,
  type UnreadPart,
  unreadParts,
} from '../components/address-parts.ts';
import { plural } from '../results/award-words.ts';
import {
  COMPARE_VIEWS,
  columnOf,
  columnParts,
  EMPTY_COMPARE,
  LONGEST_FARE,
  MOST_COLUMNS,
  nightsOf,
  parsed,
  scopeOf,
  seatsOf,
} from './compare-address.ts';

const oneOf =
  (...values: readonly string[]): AddressPart['reads'] =>
  (value) =>
    values.includes(value);
const isList = (value: string) => Array.isArray(parsed(value));
const isScope = (value: string) => scopeOf(parsed(value)) !== null;
const isColumn = (value: string) => columnOf(parsed(value)) !== null;

const columns: AddressPart = { reads: isList, instead: 'no column is taken from it' };

const PARTS: Readonly<Record<string, AddressPart>> = {
  view: { reads: oneOf(...COMPARE_VIEWS), instead: 'the columns are shown side by side' },
  columns,
  scopes: columns,
  direct: { reads: oneOf('1', '0'), instead: 'flights with stops count too' },
  seats: { reads: (value) => seatsOf(value) !== null, instead: 'any number of seats counts' },
  fare: {
    reads: (value) => value.length <= LONGEST_FARE,
    instead: `only its first ${LONGEST_FARE} characters are taken`,
  },
  before: { reads: isScope, instead: 'no earlier asking is taken from it' },
  after: { reads: isScope, instead: 'no later asking is taken from it' },
  change: {
    reads: oneOf(...CHANGES),
    instead: 'no kind of change is chosen by it',
    times: Number.POSITIVE_INFINITY,
  },
  outbound: { reads: isColumn, instead: 'no way out is taken from it' },
  return: { reads: isColumn, instead: 'no way back is taken from it' },
  nights: {
    reads: (value) => nightsOf(value) !== null,
    instead: `${EMPTY_COMPARE.nightsMin} to ${EMPTY_COMPARE.nightsMax} nights are shown`,
  },
  programme: { reads: oneOf('same', 'any'), instead: 'both ways may be of different programmes' },
  order: { reads: oneOf('value', 'miles'), instead: 'the fewest miles come first' },
};

const UNFILTERED = { instead: 'nothing is filtered by it' };
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was left out of a column that could be read. */
function unreadOfColumn(value: unknown, name: string): UnreadPart[] {
  const column = columnOf(value);
  if (column === null) return [];
  const { scope, filter } = columnParts(value);
  return [
    ...membersLeftOut(scope, column.scope).map((member) => ({
      part: `${member} of ${name}`,
      instead: 'what it shows is not narrowed by it',
    })),
    ...(filter === undefined || isObject(filter) ? [] : [{ part: `filter of ${name}`, ...UNFILTERED }]),
    ...membersLeftOut(filter, column.filter).map((member) => ({
      part: `${member} in the filter of ${name}`,
      ...UNFILTERED,
    })),
  ];
}

function unreadOfColumns(value: unknown): UnreadPart[] {
  if (!Array.isArray(value)) return [];
  const lost = value.flatMap((each, place) =>
    columnOf(each) === null ? [{ part: `column ${place + 1}`, instead: 'it is left out' }] : [],
  );
  const read = value.length - lost.length;
  return [
    ...lost,
    ...value.flatMap((each, place) => unreadOfColumn(each, `column ${place + 1}`)),
    ...(read > MOST_COLUMNS
      ? [
          {
            part: plural(read - MOST_COLUMNS, 'more column'),
            instead: `at most ${MOST_COLUMNS} are compared, and the first ${MOST_COLUMNS} are shown`,
          },
        ]
      : []),
  ];
}

/** What of an address of Compare could not be read, and what is shown instead. Pure. */
export function unreadOfCompare(search: string): UnreadPart[] {
  const params = new URLSearchParams(search);
  const json = (name: string) => parsed(params.get(name));
  return [
    ...unreadParts(search, PARTS),
    ...unreadOfColumns(json(params.has('columns') ? 'columns' : 'scopes')),
    ...unreadOfColumn(json('outbound'), 'the way out'),
    ...unreadOfColumn(json('return'), 'the way back'),
    ...unreadOfColumn(json('before'), 'the earlier asking'),
    ...unreadOfColumn(json('after'), 'the later asking'),
  ];
}
