/** Reference implementation: computes the results from the pages by simple loops. Property tests compare the SQL with it. */

import type { AwardRow } from '#shared/award-search/answered-row.ts';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { readAwardPage } from '#shared/award-search/response.ts';
import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { weekday } from '#shared/dates.ts';
import { foldedName } from '#shared/folded-name.ts';
import { airlineOf, allianceOfAirline, namesOfAirline } from '#shared/places/airlines.ts';
import { typedUnits } from '#shared/places/named.ts';
import { airportWords } from '#shared/places/names.ts';
import { allianceOfProgramme, programmeLabel } from '#shared/places/programmes.ts';

export type ReferencePage = {
  runId: number;
  search: string;
  input: AwardSearchRequest;
  at: number;
  output: unknown;
};
export type ReferenceRow = Omit<RecordRow, 'versionId'> & {
  recordNumber: number;
  /** The service's own ID. */
  recordId: string;
  originRegion: string;
  destinationRegion: string;
  /** When the first page with the record was received. */
  firstAt: number;
};

/** A page with the rows of routes that were not requested set aside, as if nothing of them could be read. */
export function readPage({
  input,
  output,
}: Pick<ReferencePage, 'input' | 'output'>): ReturnType<typeof readAwardPage> {
  const read = readAwardPage(output);
  const isRequested = (requested: string, airport: string | null) =>
    airport === null || requested.split(',').includes(airport);
  return {
    ...read,
    rows: read.rows.map((row) =>
      row.quality === 'broken' ||
      (isRequested(input.origin_airport, row.record.origin) &&
        isRequested(input.destination_airport, row.record.destination))
        ? row
        : { ...row, quality: 'broken', record: { ...row.record, recordId: null } },
    ),
  };
}

/** Every record of a scope once, as on its last page. `searchOf` resolves the search of a `search` scope. */
export function referenceRows(
  pages: readonly ReferencePage[],
  scope: Scope,
  searchOf: (searchId: number) => string,
): ReferenceRow[] {
  const numbers = new Map<string, number>();
  const firsts = new Map<string, number>();
  const latest = new Map<string, ReferenceRow>();
  for (const page of pages) {
    const cabin = page.input.cabin ?? null;
    const inScope =
      scope.kind === 'run'
        ? page.runId === scope.runId
        : scope.kind === 'search'
          ? page.search === searchOf(scope.searchId)
          : scope.kind === 'several'
            ? scope.runIds.includes(page.runId) || scope.searchIds.map(searchOf).includes(page.search)
            : true;
    for (const row of readPage(page).rows) {
      if (row.quality === 'broken') continue;
      const key = JSON.stringify([cabin, row.record.recordId]);
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
      if (!firsts.has(key)) firsts.set(key, page.at);
      if (inScope) latest.set(key, shown(row, cabin, page.at, numbers.get(key) ?? 0, firsts.get(key) ?? 0));
    }
  }
  const rows = [...latest.values()];
  if (scope.kind === 'search') {
    const own = new Set([searchOf(scope.searchId)]);
    return rows.map((row) => (isRemoved(pages, row, own) ? withoutSpace(row) : row));
  }
  return scope.kind === 'matching'
    ? rows
        .filter((row) => matches(row, scope))
        .map((row) => (isRemoved(pages, row, searchesReturning(pages, row)) ? withoutSpace(row) : row))
    : rows;
}

const withoutSpace = (row: ReferenceRow): ReferenceRow => ({ ...row, available: false, removed: true });

/** Whether a later run of a search that had returned the row covers its day and did not return it. */
function isRemoved(
  pages: readonly ReferencePage[],
  row: ReferenceRow,
  searches: ReadonlySet<string>,
): boolean {
  const last = pages.findIndex((page) => page.at === row.seenAt);
  return [...searches].some((search) => {
    const own = pages.filter((page) => page.search === search);
    const runs = [...Map.groupBy(own, (page) => page.runId).values()];
    const isSame =
      lastOf(own, row) ===
      lastOf(
        pages.filter(({ at }) => at === row.seenAt),
        row,
      );
    // Once the search has shown the row to be removed, its miles prove nothing more.
    let known = false;
    return runs.some((run) => {
      const [first] = run;
      if (first === undefined || own.indexOf(first) <= own.findLastIndex((page) => has(page, row)))
        return false;
      const isLater = pages.indexOf(first) > last;
      const until = provenUntil(run, row.recordId);
      const isComplete = until === 'all' || (until !== null && row.date !== null && row.date < until);
      const below = provenBelow(run, row.recordId);
      const was = ownRow(own, row);
      const isCheaper = below !== null && was?.available === true && was.miles !== null && was.miles < below;
      const isKnown = isComplete || (isCheaper && !known && isSame);
      known ||= isComplete || isCheaper;
      return isLater && isKnown;
    });
  });
}

const ownRow = (pages: readonly ReferencePage[], row: ReferenceRow): AwardRow['record'] | undefined =>
  pages
    .filter((page) => (page.input.cabin ?? null) === row.cabin)
    .flatMap((page) => readPage(page).rows)
    .findLast((seen) => seen.quality !== 'broken' && seen.record.recordId === row.recordId)?.record;

const has = (page: ReferencePage, row: ReferenceRow): boolean => ownRow([page], row) !== undefined;

/** The content of a row on its last page. */
function lastOf(pages: readonly ReferencePage[], row: ReferenceRow): string | undefined {
  return pages
    .filter((page) => (page.input.cabin ?? null) === row.cabin)
    .flatMap((page) => readPage(page).rows)
    .filter((seen) => seen.quality !== 'broken' && seen.record.recordId === row.recordId)
    .map(({ position: _position, ...seen }) => JSON.stringify(seen))
    .at(-1);
}

/** The miles below which an incomplete run returned everything; null if it is not ordered by miles. */
function provenBelow(run: readonly ReferencePage[], recordId: string): number | null {
  const answers = run.map((page) => readPage(page));
  const rows = answers.flatMap((answer) => answer.rows);
  if (run[0]?.input.order_by === undefined || answers.at(-1)?.hasMore === false) return null;
  if (!isWithoutGap(run)) return null;
  if (answers.some(({ problems }) => problems.length > 0)) return null;
  if (
    rows.some(
      ({ quality, record }) =>
        quality === 'broken' && (record.recordId === null || record.recordId === recordId),
    )
  )
    return null;
  const last = new Map<string | null, AwardRow['record']>();
  for (const { record } of rows.filter(({ quality }) => quality !== 'broken')) {
    last.delete(record.recordId);
    last.set(record.recordId, record);
  }
  const miles = [...last.values()].filter(({ available }) => available).map((record) => record.miles);
  const isInOrder = miles.every((each, place) => each !== null && each >= (miles[place - 1] ?? 0));
  return isInOrder ? (miles.at(-1) ?? null) : null;
}

/** The searches that last returned the row on the same route and day. */
function searchesReturning(pages: readonly ReferencePage[], row: ReferenceRow): Set<string> {
  const places = new Map<string, string>();
  const place = (
    of: Pick<ReferenceRow, 'date' | 'origin' | 'destination' | 'originRegion' | 'destinationRegion'>,
  ) => JSON.stringify([of.date, of.origin, of.destination, of.originRegion, of.destinationRegion]);
  for (const page of pages)
    if ((page.input.cabin ?? null) === row.cabin)
      for (const seen of readPage(page).rows)
        if (seen.quality !== 'broken' && seen.record.recordId === row.recordId)
          places.set(page.search, place(shown(seen, row.cabin, 0, 0, 0)));
  return new Set([...places].filter(([, at]) => at === place(row)).map(([search]) => search));
}

/** Whether the pages of a run start at its first row and leave none out. */
function isWithoutGap(run: readonly ReferencePage[]): boolean {
  let reached = 0;
  for (const [place, { input, output }] of run.entries()) {
    if (place === 0 && input.cursor !== undefined) return false;
    const skip = input.skip ?? 0;
    if (skip > reached) return false;
    reached = Math.max(reached, skip + readAwardPage(output).rows.length);
  }
  return true;
}

/** Whether every page of a run was read. */
export function isComplete(pages: readonly ReferencePage[], runId: number): boolean {
  const run = pages.filter((page) => page.runId === runId);
  return isWithoutGap(run) && run.map((page) => readPage(page)).at(-1)?.hasMore === false;
}

/** Whether a run has no unreadable record. */
export const isReadable = (pages: readonly ReferencePage[], runId: number): boolean =>
  pages
    .filter((page) => page.runId === runId)
    .map((page) => readPage(page))
    .every(({ rows, problems }) => problems.length === 0 && rows.every((row) => row.quality !== 'broken'));

/** The days that a run read completely: `all`, those before a date, or null for none. */
export function provenUntil(run: readonly ReferencePage[], recordId: string): string | null {
  const answers = run.map((page) => readPage(page));
  const broken = answers.flatMap(({ rows }) => rows.filter((row) => row.quality === 'broken'));
  if (answers.some(({ problems }) => problems.length > 0)) return null;
  if (broken.some(({ record }) => record.recordId === null || record.recordId === recordId)) return null;
  if (!isWithoutGap(run)) return null;
  if (answers.at(-1)?.hasMore === false) return 'all';
  if (run[0]?.input.order_by !== undefined) return null;
  // For a record on several pages, the last one counts.
  const dates = new Map<string | null, string | null>();
  for (const { record } of answers.flatMap(({ rows }) => rows.filter((row) => row.quality !== 'broken'))) {
    dates.delete(record.recordId);
    dates.set(record.recordId, record.date);
  }
  const inOrder = [...dates.values()];
  const isInOrder = inOrder.every((date, place) => date !== null && date >= (inOrder[place - 1] ?? ''));
  return isInOrder ? (inOrder.at(-1) ?? null) : null;
}

function shown(
  row: AwardRow,
  cabin: string | null,
  seenAt: number,
  recordNumber: number,
  firstAt: number,
): ReferenceRow {
  const { record } = row;
  return {
    recordNumber,
    recordId: record.recordId ?? '',
    firstAt,
    originRegion: record.originRegion ?? '',
    destinationRegion: record.destinationRegion ?? '',
    date: record.date,
    dateText: record.dateText ?? '',
    origin: record.origin ?? '',
    destination: record.destination ?? '',
    programme: record.programme ?? '',
    available: record.available === true,
    miles: record.miles,
    milesText: record.milesText ?? '',
    seats: record.seats,
    direct: record.direct === true,
    airlines: record.airlines.join(', '),
    cabin,
    seenAt,
    ...(row.record.seatsText !== null && { seatsText: row.record.seatsText }),
    flagged: row.quality === 'added',
  };
}

function matches(row: ReferenceRow, scope: Extract<Scope, { kind: 'matching' }>): boolean {
  if (scope.origins.length === 0 && scope.destinations.length === 0) return false;
  return (
    (scope.cabin === undefined || row.cabin === scope.cabin) &&
    (scope.origins.length === 0 || scope.origins.includes(row.origin)) &&
    (scope.destinations.length === 0 || scope.destinations.includes(row.destination)) &&
    inDates(row, scope.from, scope.until)
  );
}

/** Whether a row matches a `matching` scope; other scopes match every row. */
export const isMatch = (row: ReferenceRow, scope: Scope): boolean =>
  scope.kind !== 'matching' || matches(row, scope);

function inDates(row: ReferenceRow, from: string | undefined, until: string | undefined): boolean {
  if (from === undefined && until === undefined) return true;
  if (row.date === null) return false;
  return (from === undefined || row.date >= from) && (until === undefined || row.date <= until);
}

export function meetsPlaceConditions(row: ReferenceRow, filter: RecordFilter): boolean {
  if (!inDates(row, filter.from, filter.until)) return false;
  if (filter.weekdays !== undefined && (row.date === null || !filter.weekdays.includes(weekday(row.date))))
    return false;
  if (filter.origins !== undefined && !filter.origins.includes(row.origin)) return false;
  if (filter.originRegions !== undefined && !filter.originRegions.includes(row.originRegion)) return false;
  if (filter.destinationRegions !== undefined && !filter.destinationRegions.includes(row.destinationRegion))
    return false;
  return filter.destinations === undefined || filter.destinations.includes(row.destination);
}

export function meetsRecordConditions(row: ReferenceRow, filter: RecordFilter): boolean {
  if (filter.available !== undefined && row.available !== filter.available) return false;
  if (filter.milesMin !== undefined && (row.miles === null || row.miles < filter.milesMin)) return false;
  if (filter.milesMax !== undefined && (row.miles === null || row.miles > filter.milesMax)) return false;
  if (filter.seatsMin !== undefined) {
    if (row.seats === null && (filter.seatsNotGiven !== true || !row.available)) return false;
    if (row.seats !== null && row.seats < filter.seatsMin) return false;
  }
  if (filter.direct !== undefined && row.direct !== filter.direct) return false;
  const { airlines, programmes } = filter;
  if (airlines !== undefined && !row.airlines.split(', ').some((code) => airlines.includes(code)))
    return false;
  if (programmes !== undefined && !programmes.includes(row.programme)) return false;
  if (filter.flagged !== undefined && row.flagged !== filter.flagged) return false;
  if (filter.newSince !== undefined && row.firstAt < filter.newSince) return false;
  const texts = [`${row.origin}-${row.destination}`, row.programme, row.airlines].map((text) =>
    text.toLowerCase(),
  );
  const names = [
    WORDS.get(row.origin) ?? '',
    WORDS.get(row.destination) ?? '',
    programmeLabel(row.programme),
    ...row.airlines.split(', ').flatMap((code) => {
      const line = airlineOf(code);
      return line === undefined ? code : namesOfAirline(line);
    }),
  ].map(foldedName);
  const regions = [row.originRegion, row.destinationRegion].map((region) => ` ${region.toLowerCase()}`);
  return typedUnits(filter.text ?? '', (unit) => unit in MEANINGS).every(
    (unit) =>
      MEANINGS[unit]?.(row) === true ||
      (unit.length > 3 && regions.some((region) => region.includes(` ${unit.toLowerCase()}`))) ||
      texts.some((text) => text.includes(unit.toLowerCase())) ||
      (unit.length > 2 &&
        unit !== unit.toUpperCase() &&
        names.some((name) => name.includes(foldedName(unit)))),
  );
}

export const passes = (row: ReferenceRow, filter: RecordFilter): boolean =>
  meetsPlaceConditions(row, filter) && meetsRecordConditions(row, filter);

const WORDS = new Map(airportWords());

/** Meanings of the words in `arbitraries.ts` besides names. */
const MEANINGS: Readonly<Record<string, (row: ReferenceRow) => boolean>> = {
  nonstop: ({ direct }) => direct === true,
  Mondays: ({ date }) => date !== null && weekday(date) === 1,
  March: ({ date }) => date?.slice(5, 7) === '03',
  '1 Mar': ({ date }) => date?.slice(5) === '03-01',
  'Star Alliance': ({ airlines, programme }) =>
    [...airlines.split(', ').map((code) => allianceOfAirline(code)), allianceOfProgramme(programme)].includes(
      'Star Alliance',
    ),
  'business class': ({ cabin }) => cabin === 'business',
};

type Key = string | number | null;

const KEYS: Readonly<Record<RecordSort['by'], (row: ReferenceRow) => Key>> = {
  date: (row) => row.date,
  route: (row) => `${row.origin} ${row.destination}`,
  programme: (row) => row.programme.toLowerCase(),
  available: (row) => Number(row.available),
  miles: (row) => row.miles,
  seats: (row) => row.seats,
  direct: (row) => Number(row.direct),
  airlines: (row) => (row.airlines === '' ? null : row.airlines),
  seen: (row) => row.seenAt,
  // The generated files have too few dates for any price standing.
  price: () => null,
  stops: (row) => row.itineraries?.stops ?? null,
  duration: (row) => row.itineraries?.minutes ?? null,
};

/** Null comes last in either direction. */
function compareKeys(a: Key, b: Key, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -order : order;
}

export function referenceSort(rows: readonly ReferenceRow[], sorts: readonly RecordSort[]): ReferenceRow[] {
  return [...rows].sort((a, b) => {
    for (const { by, descending } of [...sorts, { by: 'date' as const, descending: false }]) {
      const order = compareKeys(KEYS[by](a), KEYS[by](b), descending);
      if (order !== 0) return order;
    }
    return a.recordNumber - b.recordNumber;
  });
}

export const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.min(...values);
export const most = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);

/** The median; the mean of the middle two is rounded half up. */
export function referenceMedian(values: readonly number[]): number | null {
  let rest = [...values].sort((a, b) => a - b);
  if (rest.length === 0) return null;
  while (rest.length > 2) rest = rest.slice(1, -1);
  return Math.floor(rest.reduce((sum, value) => sum + value, 0) / rest.length + 0.5);
}
