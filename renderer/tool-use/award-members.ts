/** Which members of another source's input are the airports and days of an award search. Pure. */
import type { RecordKind } from '#shared/record-kinds/record-kind.ts';

export type AwardMembers = Readonly<Record<string, 'from' | 'to' | 'day'>>;

/** A search whose values occur nowhere else, so that they are found again in the input. */
const SEARCH = {
  origin_airport: 'XXA',
  destination_airport: 'XXB',
  start_date: '2027-03-01',
  end_date: '2027-03-02',
};
const MEANINGS: ReadonlyMap<unknown, 'from' | 'to' | 'day'> = new Map([
  [SEARCH.origin_airport, 'from'],
  [SEARCH.destination_airport, 'to'],
  [SEARCH.start_date, 'day'],
  [SEARCH.end_date, 'day'],
]);

/** By the names of the members; lists of airports only, since others are text as the service takes it. */
export function awardMembers(kind: Pick<RecordKind, 'request'>): AwardMembers {
  return Object.fromEntries(
    Object.entries(kind.request(SEARCH) ?? {}).flatMap(([name, value]) => {
      const meaning = MEANINGS.get(Array.isArray(value) ? value[0] : value);
      return meaning === undefined || (meaning !== 'day') !== Array.isArray(value) ? [] : [[name, meaning]];
    }),
  );
}
