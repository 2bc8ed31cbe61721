import { fold } from './fold.ts';
import { membersOf } from './reading.ts';

/** Words of a further page, folded: `hasMore`, `nextCursor`, `@odata.nextLink`; not a time or an act that comes next. */
const FURTHER =
  /^(?:odata)?(?:has)?(?:more|next|remaining|continuation)(?!.*(?:at|in|ms|seconds|refresh|refreshes|check|action|actions|poll|retry|update)$)/;
/** Where services put what they say of a page. */
const AROUND = /^(?:pagination|paging|page|pageinfo|meta|metadata|links)$/;
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

/** Whether an answer has a further page, by every word for it, beside its items or around them; null where it does not say. */
export function saysFurther(body: unknown): boolean | null {
  const own = Object.entries(membersOf(body) ?? {}).slice(0, MOST_NAMES);
  const around = own
    .filter(([name]) => AROUND.test(fold(name)))
    .flatMap(([, inner]) => Object.entries(membersOf(inner) ?? {}).slice(0, MOST_NAMES));
  const said = [...own, ...around].filter(([name]) => FURTHER.test(fold(name)));
  return said.length === 0 ? null : said.some(([, value]) => !isDenial(value));
}
