/** The programmes' own award searches, filled in for a record by the pack of booking links. Pure. */
import { type CalendarDate, isCalendarDate } from '../dates.ts';
import bookingLinks from '../facts/booking-links.json' with { type: 'json' };
import { inUse, lineAsOf, lineUntil } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import { ownEntry } from '../own-entry.ts';
import { isSameProgramme, programmeAccount, programmeSite } from '../places/programmes.ts';

const SHIPPED = bookingLinks as unknown as Pack<'booking-links'>;
type Line = Pack<'booking-links'>['lines'][number];

/** What an award search needs to know: one seat's flight, and for how many. */
export type WantedSeat = {
  programme: string;
  origin: string;
  destination: string;
  date: CalendarDate | null;
  /** The requested cabin; null where none was. */
  cabin: string | null;
  travellers: number;
};

export type ProgrammeLink = {
  /** The search filled in, or the page or site where it begins. */
  kind: 'search' | 'page';
  url: string;
  host: string;
  /** A or B: it leads there. C: it may open the search page alone, or another. */
  sure: Line['sure'];
  /** The day that this was true on, and the last day on which it is to be relied on. */
  asOf: CalendarDate;
  until: CalendarDate;
  /** What the address cannot carry, and is to be chosen there. */
  left: ('cabin' | 'travellers')[];
};

const AIRPORT = /^[A-Z]{3}$/u;
const PLACE = /\{(origin|destination|pax|cabin|epoch-ms|[YMD]+(?:[/.-][YMD]+)*)\}/gu;

/** `DD/MM/YY` of a date. */
const dateAs = (form: string, date: CalendarDate): string =>
  form.replace(/Y+|M+|D+/gu, (part) => {
    const [year = '', month = '', day = ''] = date.split('-');
    return part.startsWith('Y') ? year.slice(-part.length) : part.startsWith('M') ? month : day;
  });

/** An address with everything in its place; null where something that it needs is not known. */
function filledIn({ url, cabins }: Line, wanted: WantedSeat): string | null {
  const { origin, destination, date, cabin, travellers } = wanted;
  if (date === null || !isCalendarDate(date) || ![origin, destination].every((code) => AIRPORT.test(code)))
    return null;
  const its = cabin === null ? undefined : ownEntry(cabins ?? {}, cabin);
  if (url.includes('{cabin}') && its === undefined) return null;
  const filled = url.replace(PLACE, (_place, name: string) => {
    switch (name) {
      case 'origin':
        return origin;
      case 'destination':
        return destination;
      case 'pax':
        return String(travellers);
      case 'cabin':
        return encodeURIComponent(its ?? '');
      case 'epoch-ms':
        // Noon, so that it is the same day in the programme's own zone.
        return String(Date.parse(`${date}T12:00:00Z`));
      default:
        return encodeURIComponent(dateAs(name, date));
    }
  });
  // Some addresses hold JSON, which no browser writes as it stands.
  return filled.replace(/[\s"<>{}[\]|]/gu, encodeURIComponent);
}

/**
 * The ways to a record's award search, the surest first: searches filled in, then where a search begins; the programme's
 * site where the pack has nothing.
 */
export function programmeLinks(wanted: WantedSeat): ProgrammeLink[] {
  const pack = inUse(SHIPPED);
  const account = programmeAccount(wanted.programme);
  const lines = pack.lines.filter(({ programme }) => isSameProgramme(programme, account));
  const links = lines.flatMap((line): ProgrammeLink[] => {
    const isSearch = line.kind === 'search';
    const url = isSearch ? filledIn(line, wanted) : line.url;
    const host = url === null ? undefined : URL.parse(url)?.host;
    if (url === null || host === undefined) return [];
    return [
      {
        kind: isSearch ? 'search' : 'page',
        url,
        host,
        sure: line.sure,
        asOf: lineAsOf(pack, line),
        until: lineUntil(pack, line),
        left: isSearch
          ? [
              ...(wanted.cabin !== null && !line.url.includes('{cabin}') ? (['cabin'] as const) : []),
              ...(wanted.travellers > 1 && !line.url.includes('{pax}') ? (['travellers'] as const) : []),
            ]
          : [],
      },
    ];
  });
  if (links.length > 0) return links.sort((one, other) => rank(one) - rank(other));
  const site = programmeSite(account);
  return site === null
    ? []
    : [
        {
          kind: 'page',
          url: site,
          host: new URL(site).host,
          sure: 'C',
          asOf: pack.as_of,
          until: pack.valid_until,
          left: [],
        },
      ];
}

const rank = ({ kind, sure }: ProgrammeLink): number => (kind === 'search' ? 0 : 3) + 'ABC'.indexOf(sure);

/** Addresses of the pack: what links may lead to, by their origins. */
export const bookingAddresses = (): string[] => inUse(SHIPPED).lines.map(({ url }) => url);

export type HoldRule = {
  allowed: boolean;
  hours: number | null;
  how: 'online' | 'phone' | null;
  note: string | null;
  sure: Line['sure'];
  source: string;
  asOf: CalendarDate;
  until: CalendarDate;
};

/** Whether a programme holds an award before its miles are there; null where no source says. */
export function holdRule(programme: string): HoldRule | null {
  const pack = inUse(SHIPPED);
  const account = programmeAccount(programme);
  const line = pack.holds.find((each) => isSameProgramme(each.programme, account));
  if (line === undefined) return null;
  return {
    allowed: line.allowed,
    hours: line.hours ?? null,
    how: line.how ?? null,
    note: line.note ?? null,
    sure: line.sure,
    source: ownEntry(pack.sources, line.source)?.name ?? '',
    asOf: lineAsOf(pack, line),
    until: lineUntil(pack, line),
  };
}
