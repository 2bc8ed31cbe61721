import { fold } from './fold.ts';
import { furtherPage, pageRecords } from './further-page.ts';
import type { Came } from './list-headers.ts';
import { MEMBERS } from './member-names.ts';
import { label, member, text } from './reading.ts';

const MAX_NAMES = 200;
/** Names of the next page, folded, and names of where this one ends. */
const NEXT =
  /^(?:odata)?(?:next|continuation)(?:page)?(?:cursor|token|link|ur[il]|href|key|marker|offset|number)?$/;
const END = ['endCursor', 'after', ...MEMBERS.cursor];
const LONGEST_LINK = 4_000;

/**
 * The cursor of the next page: from a member that names what comes next, from a link to it (`Link` of RFC 8288, `{href}`
 * in bodies), or, if there is a next page, from the cursor at which this page ends. Null if none is given.
 * @param sent the cursor that this page was requested with; a list that repeats it does not go on
 */
export function nextCursorIn(body: unknown, came?: Came, sent?: string): string | null {
  const places = pageRecords(body);
  const next = places.flatMap((place) =>
    Object.entries(place)
      .slice(0, MAX_NAMES)
      .filter(([name]) => NEXT.test(fold(name)))
      .sort(([a], [b]) => Number(namesCursor(b)) - Number(namesCursor(a)))
      .map(([, value]) => value),
  );
  const ends =
    furtherPage(body) === true ? places.flatMap((place) => END.map((name) => member(place, name))) : [];
  const cursor = [...next, linkToNext(came), ...ends].map(cursorOf).find((one) => one !== null) ?? null;
  return cursor === sent ? null : cursor;
}

const namesCursor = (name: string): boolean => /cursor|token$/.test(fold(name));

/** A cursor as written, or the cursor parameter of a link. */
function cursorOf(value: unknown): string | null {
  const written = label(value) ?? text(member(value, 'href', 'url'));
  // `n` and `0` are denials elsewhere and may be cursors.
  if (written === null || value === 0 || /^(?:true|yes|false|no|null|none)$/i.test(written)) return null;
  if (!/^(?:https?:\/\/|\/|\?)/i.test(written)) return written;
  const link = URL.parse(written.slice(0, LONGEST_LINK), 'http://link.invalid');
  const named = [...(link?.searchParams ?? [])].find(([name]) =>
    MEMBERS.cursor.some((one) => fold(one) === fold(name)),
  );
  return text(named?.[1]);
}

function linkToNext(came: Came | undefined): string | null {
  const links = (came?.headers?.get('link') ?? '')
    .slice(0, LONGEST_LINK)
    .matchAll(/<([^<>]*)>((?:\s*;\s*[^,<]*)*)/g);
  for (const [, target, parameters = ''] of links)
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return text(target);
  return null;
}
