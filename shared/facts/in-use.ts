/** Which packs are in use: the shipped ones, and newer ones in their place that the user loaded. */
import { type CalendarDate, localDay } from '../dates.ts';
import { plainDate } from '../formats.ts';
import { ownEntry } from '../own-entry.ts';
import type { Pack, PackHead, PackKind, PackLine, PackSource } from './pack.ts';

const loaded = new Map<PackKind, Pack>();

/** Takes these packs, valid by their schema, in the place of shipped ones that are not newer; only these. */
export function setPacks(packs: readonly Pack[]): void {
  loaded.clear();
  for (const pack of packs) loaded.set(pack.pack, pack);
}

/** The loaded pack of a shipped one's kind, unless the shipped one is newer. */
export function inUse<Shipped extends Pack>(shipped: Shipped): Shipped {
  const own = loaded.get(shipped.pack) as Shipped | undefined;
  return own !== undefined && own.as_of >= shipped.as_of ? own : shipped;
}

/** What is made from the pack in use, once for each pack. */
export function madeFrom<Shipped extends Pack, Value>(
  shipped: Shipped,
  make: (pack: Shipped) => Value,
): () => Value {
  let made: { pack: Shipped; value: Value } | undefined;
  return () => {
    const pack = inUse(shipped);
    if (made?.pack !== pack) made = { pack, value: make(pack) };
    return made.value;
  };
}

/** The source of a line; undefined only for a line that its pack's check would refuse. */
export const lineSource = (pack: PackHead, line: PackLine): PackSource | undefined =>
  ownEntry(pack.sources, line.source);

/** The day that a line was true on. */
export const lineAsOf = (pack: PackHead, line: PackLine): CalendarDate =>
  line.as_of ?? lineSource(pack, line)?.as_of ?? pack.as_of;

/** The last day on which a line is to be relied on. */
export const lineUntil = (pack: PackHead, line: PackLine): CalendarDate =>
  line.valid_until ?? pack.valid_until;

/** The day that a line was true on, where it is not to be relied on any more; otherwise null. */
const pastDate = (
  pack: PackHead,
  line: PackLine,
  day: CalendarDate = localDay(Date.now()),
): CalendarDate | null => (lineUntil(pack, line) < day ? lineAsOf(pack, line) : null);

/** What an answer says of a line past its date: `as of 26 Nov 2026, past its date`; empty while it is in date. */
export function pastNote(pack: PackHead, line: PackLine, day?: CalendarDate): string {
  const asOf = pastDate(pack, line, day);
  return asOf === null ? '' : `as of ${plainDate(asOf)}, past its date`;
}

/** An answer with what is to be said of the line that shaped it. */
export const withNote = (answer: string, note: string): string =>
  note === '' ? answer : answer === '' ? note : `${answer}, ${note}`;
