import { fold } from './fold.ts';
import { label, type Members, member, membersOf } from './reading.ts';

/** Words of a further page, folded: `hasMore`, `nextCursor`, `@odata.nextLink`; not a time or an act that comes next. */
const FURTHER =
  /^(?:odata)?(?:has)?(?:more|next|remaining|continuation)(?!.*(?:at|in|ms|seconds|refresh|refreshes|check|action|actions|poll|retry|update)$)/;
/** Where services put what they say of a page. */
const AROUND = /^(?:pagination|paging|page|pageinfo|pageable|meta|metadata|links|cursors)$/;
const DEEPEST = 4;
const DENIALS = new Set(['', 'false', 'no', 'none', 'null', '0', 'off', 'n']);
const MOST_NAMES = 200;

/** Whether a value says no: everything else under a name that says something bad counts as a yes. */
export function isDenial(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true;
  if (typeof value === 'string') return DENIALS.has(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.length === 0;
  const members = membersOf(value);
  return members !== null && Object.keys(members).length === 0;
}

/** Whether a folded name is a word of a further page. */
export const namesFurther = (folded: string): boolean => FURTHER.test(folded);

/** Whether a member with this folded name is a place where services put what they say of a page. */
export const isAround = (folded: string, value: unknown): boolean =>
  AROUND.test(folded) && membersOf(value) !== null;

/** An answer's own members, and those of every place around its items. */
export function placesAround(body: unknown, depth = 0): Members[] {
  const members = membersOf(body);
  if (members === null || depth > DEEPEST) return [];
  const inner = Object.entries(members)
    .slice(0, MOST_NAMES)
    .filter(([name, value]) => isAround(fold(name), value));
  return [members, ...inner.flatMap(([, value]) => placesAround(value, depth + 1))];
}

/** Whether an answer has a further page, by every word for it, beside its items or around them; null where it does not say. */
function saysFurther(body: unknown): boolean | null {
  const said = placesAround(body)
    .flatMap((place) => Object.entries(place).slice(0, MOST_NAMES))
    .filter(([name]) => namesFurther(fold(name)));
  return said.length === 0 ? null : said.some(([, value]) => !isDenial(value));
}

/** The same also by the numbers of its pages; one yes outweighs each no. */
export function furtherPage(body: unknown): boolean | null {
  let further = saysFurther(body);
  if (further === true) return true;
  for (const place of placesAround(body)) {
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
