/** What travellers call airlines, for both processes, synchronously. Unknown codes are shown as they are. */
import { type CalendarDate, localDay } from '../dates.ts';
import airlines from '../facts/airlines.json' with { type: 'json' };
import { inUse, madeFrom, pastNote, withNote } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import { foldedName } from '../folded-name.ts';

const SHIPPED = airlines as Pack<'airlines'>;
/** An airline, or a code that nobody flies under any more. */
export type Airline = Pack<'airlines'>['lines'][number];

const byCode = madeFrom(SHIPPED, ({ lines }) => new Map(lines.map((line) => [line.code, line] as const)));

/** Every airline of the pack in use. */
export const everyAirline = (): readonly Airline[] => inUse(SHIPPED).lines;

/** The line of a code; undefined where none is known. */
export const airlineOf = (code: string): Airline | undefined => byCode().get(code);

/** The code whose numbers the flights of an airline that has not ended carry, and since when; null where they carry its own. */
export function numberedAs({
  ended,
  now,
  now_from: from,
}: Airline): { code: string; from: CalendarDate } | null {
  return ended !== undefined || now === undefined || from === undefined || from > today()
    ? null
    : { code: now, from };
}

/** What an answer that an airline's line shapes says of its date; see `pastNote`. */
export const airlineNote = (line: Airline, day?: CalendarDate): string => pastNote(inUse(SHIPPED), line, day);

/** An airline's name: `Virgin Atlantic`; the code itself where it is not known. */
export const airlineLabel = (code: string): string => byCode().get(code)?.name ?? code;

/** Who had a code on a day: another airline, or the same by another name, before a change. */
const nameThen = ({ name, former = [] }: Airline, day: CalendarDate): string =>
  former
    .filter(({ until }) => until !== undefined && day <= until)
    .sort((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : 1))[0]?.name ?? name;

/**
 * Airlines by name and code: `Virgin Atlantic (VS), KLM (KL)`.
 * @param codes as a record has them, `VS, KL`
 * @param seenAt UTC ms of the record: one from before a change names who had the code then
 */
export function airlinesTitle(codes: string, seenAt?: number): string {
  const lines = codes.split(', ').map((code) => ({ code, line: byCode().get(code) }));
  const names = lines.map(({ code, line }) =>
    line === undefined
      ? code
      : `${seenAt === undefined ? line.name : nameThen(line, localDay(seenAt))} (${code})`,
  );
  return withNote(names.join(', '), notesOf(lines.flatMap(({ line }) => line ?? [])));
}

/** The first of their notes. */
const notesOf = (lines: readonly Airline[]): string =>
  lines.map((line) => airlineNote(line)).find((note) => note !== '') ?? '';

/** What an answer that airlines' lines shape says of their date, by their codes: the first of their notes. */
export const airlinesNote = (codes: readonly string[]): string =>
  notesOf(codes.flatMap((code) => byCode().get(code) ?? []));

/** Every name that an airline has or had; not those of others that had its code. */
export const namesOfAirline = ({ name, aka = [], former = [] }: Airline): string[] => [
  name,
  ...aka,
  ...former.flatMap((each) => (each.other === true ? [] : each.name)),
];

/** Every airline with all words of its names and its ICAO code, folded; for finding them in records. */
export const airlineWords = madeFrom(SHIPPED, ({ lines }) =>
  lines.map(
    (line) => [line.code, foldedName([line.icao ?? '', ...namesOfAirline(line)].join(' | '))] as const,
  ),
);

const isMember = (
  { alliance_from = '', alliance_until = '9999-12-31' }: Airline,
  day: CalendarDate,
): boolean => alliance_from <= day && day <= alliance_until;

const today = (): CalendarDate => localDay(Date.now());

/** `SkyTeam` for `AF`; null where an airline belongs to none on that day. */
export function allianceOfAirline(code: string, day: CalendarDate = today()): string | null {
  const line = byCode().get(code);
  return line?.alliance !== undefined && isMember(line, day) ? line.alliance : null;
}

/** The alliances of some airlines today, `SkyTeam, oneworld`; empty where none is known. */
export function alliancesTitle(codes: string): string {
  const lines = codes.split(', ').flatMap((code) => byCode().get(code) ?? []);
  const names = new Set(lines.flatMap(({ code }) => allianceOfAirline(code) ?? []));
  return withNote([...names].join(', '), notesOf(lines));
}

/** The airlines of an alliance on a day, those that fly for a member included. */
export const airlinesOfAlliance = (alliance: string, day: CalendarDate = today()): string[] =>
  everyAirline().flatMap((line) => (line.alliance === alliance && isMember(line, day) ? line.code : []));

/** Fewer letters begin too many other names. */
const LEAST = 4;
const squashed = (text: string): string => text.toLowerCase().replaceAll(/\W/gu, '');

/** The alliance whose name begins so, `star` or `sky team`; undefined where none does. */
export const allianceNamed = (text: string): string | undefined =>
  squashed(text).length < LEAST
    ? undefined
    : everyAirline().find(({ alliance = '' }) => squashed(alliance).startsWith(squashed(text)))?.alliance;
