import { fold } from './fold.ts';
import { label, type Members, membersOf } from './reading.ts';

/** Folded names that state a further page: `hasMore`, `nextCursor`, `@odata.nextLink`; not a next time or action. */
const FURTHER =
  /^(?:odata)?(?:has)?(?:more|next|remaining|continuation)(?!.*(?:at|in|ms|seconds|refresh|refreshes|check|action|actions|poll|retry|update)$)/;
/** Names of the records that hold paging members. */
const PAGE_RECORDS = /^(?:pagination|paging|page|pageinfo|pageable|meta|metadata|links|cursors)$/;
const DEEPEST = 4;
const MAX_NAMES = 200;

/** Whether a folded name states a further page. */
export const namesFurtherPage = (folded: string): boolean => FURTHER.test(folded);

/** Whether a member is a record of paging members. */
const isPageRecord = (folded: string, value: unknown): boolean =>
  PAGE_RECORDS.test(folded) && membersOf(value) !== null;

/** An answer's own members, and those of each paging record in it. */
export function pageRecords(body: unknown, depth = 0): Members[] {
  const members = membersOf(body);
  if (members === null || depth > DEEPEST) return [];
  const inner = Object.entries(members)
    .slice(0, MAX_NAMES)
    .filter(([name, value]) => isPageRecord(fold(name), value));
  return [members, ...inner.flatMap(([, value]) => pageRecords(value, depth + 1))];
}

/** Folded words that make up names of item counts: `totalElements`, `x-total-count`, `numFound`. */
const COUNTED =
  /^(?:count|total|found|num|matched|x|of|all|overall|estimated?|available|returned|number|size|(?:item|result|tool|call|record|element|document|hit|row|listing|candidate|offering|service)s?|match(?:es)?|entr(?:y|ies))+$/;
const COUNTING = /count|total|found|num(?!ber$)|matched|hits/;
const LONGEST_COUNT = 40;

/** Whether a name denotes a count of items. */
const namesCount = (name: string): boolean =>
  name.length <= LONGEST_COUNT && COUNTING.test(fold(name)) && COUNTED.test(fold(name));

/** The item counts that the answer states, as numbers; `NaN` for an unreadable one. */
export function countsIn(body: unknown): number[] {
  return pageRecords(body).flatMap((place) =>
    Object.entries(place)
      .slice(0, MAX_NAMES)
      .flatMap(([name, value]) => {
        if (value === undefined || value === null || Array.isArray(value) || !namesCount(name)) return [];
        const written = label(value);
        return written === null || !/^\d+$/.test(written) ? Number.NaN : Number(written);
      }),
  );
}
