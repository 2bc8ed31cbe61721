import { cabinName } from '../award-search/search-name.ts';
import type { Plan } from '../contract/planning.ts';
import type { WatchMatch } from '../contract/watchlist.ts';
import { DAY_MS, daysBetween, isCalendarDate, localDay, weekday } from '../dates.ts';
import { formatNumber, listLabel, plural, shortDay, travelDate, WEEKDAY_NAMES } from '../formats.ts';
import { cityLabel } from '../places/names.ts';
import { programmeMiles } from '../places/programmes.ts';
import { plainText } from '../plain-text.ts';

/** What is known of award space that a user is told of. */
export type NoticeFacts = {
  searchId: number;
  /** Of the saved search. */
  title: string;
  /** The cabin that was searched for; null for any. */
  cabin: string | null;
  match: WatchMatch;
  /** When it was seen, UTC ms. */
  at: number;
  /** Whether the wallet pays it today, for all travellers: with what it holds, or after a transfer; null if not known to. */
  pays: 'own' | 'transfers' | null;
};

/** Lines of one message; all more are counted. */
const LINES = 3;
const LONGEST = 200;
const MINUTE_MS = 60_000;
/** Dates nearer than this need no year. */
const SOON_DAYS = 300;

/** `Tue 6 Apr`, with its year where it is far away; as the service wrote it where it is no day. */
function dayWords(date: string, now: number): string {
  if (!isCalendarDate(date)) return date;
  return Math.abs(daysBetween(localDay(now), date)) < SOON_DAYS
    ? `${WEEKDAY_NAMES[weekday(date)]} ${shortDay(date)}`
    : travelDate(date);
}

/** `just now`, `3 minutes ago`, `2 days ago`. */
function agoWords(then: number, now: number): string {
  const span = now - then;
  if (span < MINUTE_MS) return 'just now';
  if (span < 60 * MINUTE_MS) return `${plural(Math.floor(span / MINUTE_MS), 'minute')} ago`;
  if (span < 2 * DAY_MS) return `${plural(Math.floor(span / (60 * MINUTE_MS)), 'hour')} ago`;
  return `${plural(Math.floor(span / DAY_MS), 'day')} ago`;
}

const PAYS = { own: 'you can pay it', transfers: 'you can pay it after a transfer' } as const;

/**
 * What a traveller wants to read of it: `Tokyo, 2 business seats: Tue 6 Apr, 58,000 Virgin Points, you can pay it. Seen 3
 * minutes ago.` One line, without characters that could look like another.
 */
export function noticeLine({ match, cabin, at, pays }: NoticeFacts, now: number): string {
  const { destination, seats, date, miles, programme, direct } = match;
  const kind = cabin === null ? '' : `${cabinName(cabin)} `;
  const facts = [
    dayWords(date, now),
    ...(direct ? ['direct'] : []),
    miles === null
      ? `miles not given, ${programmeMiles(programme)}`
      : `${formatNumber(miles)} ${programmeMiles(programme)}`,
    ...(pays === null ? [] : [PAYS[pays]]),
  ];
  // A count that is not given is not known: it does not mean that nothing is left.
  const space = seats === null || seats === 0 ? `${kind}seats` : plural(seats, `${kind}seat`);
  return plainText(
    `${cityLabel(destination)}, ${space}: ${facts.join(', ')}. Seen ${agoWords(at, now)}.`,
    LONGEST,
  );
}

const PLAN_PAYS = {
  own: PAYS.own,
  pooled: 'you can pay it with pooled miles',
  transfer: PAYS.transfers,
  short: null,
  no_wallet: null,
};

/**
 * What became of the best plan of a trip: `Wed 3 Mar and Sat 13 Mar: 420,000 miles for all of you, you can pay it. 40,000
 * cheaper than before.` @param before its miles as last counted; null where nothing did fit
 */
export function planLine(
  best: Pick<Plan, 'legs' | 'totals'> | null,
  before: number | null,
  now: number,
): string {
  if (best === null) return 'No plan fits any more: what was seen was removed.';
  const { milesAll, pays } = best.totals;
  const days = listLabel(best.legs.map(({ record }) => dayWords(record.date ?? '', now)));
  const facts = [
    `${formatNumber(milesAll)} miles for all of you`,
    ...(PLAN_PAYS[pays] === null ? [] : [PLAN_PAYS[pays]]),
  ];
  const change =
    before === null
      ? 'A plan fits again.'
      : `${formatNumber(Math.abs(milesAll - before))} ${milesAll < before ? 'cheaper' : 'dearer'} than before.`;
  return plainText(`${days}: ${facts.join(', ')}. ${change}`, LONGEST);
}

/** A message about all of these: a title, at most three lines, and how many more there are. */
export type NoticeMessage = { title: string; lines: string[]; more: number };

export function noticeMessage(all: readonly NoticeFacts[], now: number): NoticeMessage {
  const [first] = all;
  const isOneSearch = all.every(({ searchId }) => searchId === first?.searchId);
  return {
    title:
      first !== undefined && isOneSearch
        ? `Award space: ${plainText(first.title, LONGEST)}`
        : 'Award space you asked for',
    lines: all.slice(0, LINES).map((facts) => noticeLine(facts, now)),
    more: Math.max(0, all.length - LINES),
  };
}

/** The lines of a message, with the count of those left out. */
export const messageText = ({ lines, more }: NoticeMessage): string =>
  [...lines, ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join('\n');
