import { fold } from './fold.ts';
import { label, type Members, member, membersOf } from './reading.ts';

/** Folded names that state a further page: `hasMore`, `nextCursor`, `@odata.nextLink`; not a next time or action. */
const FURTHER =
  /^(?:odata)?(?:has)?(?:more|next|remaining|continuation)(?!.*(?:at|in|ms|seconds|refresh|refreshes|check|action|actions|poll|retry|update)$)/;
/** Names of the records that hold paging members. */
const PAGE_RECORDS = /^(?:pagination|paging|page|pageinfo|pageable|meta|metadata|links|cursors)$/;
const DEEPEST = 4;
const DENIALS = new Set(['', 'false', 'no', 'none', 'null', '0', 'off', 'n']);
const MAX_NAMES = 200;

/** Whether a value is a denial; under a name that reports a problem, anything else affirms it. */
export function isDenial(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true;
  if (typeof value === 'string') return DENIALS.has(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.length === 0;
  const members = membersOf(value);
  return members !== null && Object.keys(members).length === 0;
}

/** Whether a folded name states a further page. */
export const namesFurtherPage = (folded: string): boolean => FURTHER.test(folded);

/** Whether a member is a record of paging members. */
export const isPageRecord = (folded: string, value: unknown): boolean =>
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

/** Whether an answer states a further page anywhere; null if it does not say. */
function statedFurther(body: unknown): boolean | null {
  const said = pageRecords(body)
    .flatMap((place) => Object.entries(place).slice(0, MAX_NAMES))
    .filter(([name]) => namesFurtherPage(fold(name)));
  return said.length === 0 ? null : said.some(([, value]) => !isDenial(value));
}

/** Names of flags that state a further page, folded, and of those that state that this is the last. */
const HAS_MORE = /^(?:has)?(?:more|next)(?:pages?|items|results|records|calls)?$/;
const IS_LAST = /^(?:is)?last(?:page)?$/;
const PAGE_COUNT = /^(?:totalpages|(?:total)?pagecount|numpages)$/;

/**
 * What an answer states of a further page by flags, or by a count of one page. Other values state nothing here: a list
 * that settles a purchase must say in so many words that it ends.
 */
export function furtherFlags(body: unknown): boolean[] {
  return pageRecords(body)
    .flatMap((place) => Object.entries(place).slice(0, MAX_NAMES))
    .flatMap(([name, value]) => {
      const folded = fold(name);
      if (PAGE_COUNT.test(folded) && Number(label(value)) === 1) return [false];
      if (typeof value !== 'boolean') return [];
      return HAS_MORE.test(folded) ? [value] : IS_LAST.test(folded) ? [!value] : [];
    });
}

/** Whether an answer states a further page anywhere, also by page numbers; null if it does not say. One yes outweighs every no. */
export function furtherPage(body: unknown): boolean | null {
  let further = statedFurther(body);
  if (further === true) return true;
  for (const place of pageRecords(body)) {
    const last = member(place, 'isLast', 'isLastPage', 'lastPage', 'last');
    if (last === false) return true;
    if (last === true) further = false;
    const pages = Number(
      label(member(place, 'totalPages', 'pageCount', 'numPages', 'pages', 'lastPage')) ?? 1,
    );
    if (pages > 1) return true;
  }
  return further;
}
