/** The address at which a source says that a record can be booked, where its trip details carry one. Pure. */
import { isWebAddress } from '../web-address.ts';

/** Names of members that hold it, folded. */
const NAMES = new Set(['bookinglink', 'bookinglinks', 'bookingurl', 'deeplink', 'deeplinkurl', 'bookurl']);
/** Within such a member: `{ label, link, primary }`. */
const INNER = new Set(['link', 'url', 'href']);
const MAX_DEPTH = 5;
const MAX_MEMBERS = 200;
const LONGEST = 1_000;

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/gu, '');

/** Only an encrypted address, short enough to be shown in full. */
const addressIn = (value: unknown): string[] =>
  typeof value === 'string' && value.length <= LONGEST && value.startsWith('https://') && isWebAddress(value)
    ? [value]
    : [];

const isPrimary = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'primary' in value && value.primary === true;

function linksIn(value: unknown, isNamed: boolean, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value !== 'object' || value === null) return isNamed ? addressIn(value) : [];
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_MEMBERS);
    const first = [...items.filter(isPrimary), ...items.filter((item) => !isPrimary(item))];
    return first.flatMap((item) => linksIn(item, isNamed, depth + 1));
  }
  return Object.entries(value)
    .slice(0, MAX_MEMBERS)
    .flatMap(([name, inner]) =>
      linksIn(inner, NAMES.has(folded(name)) || (isNamed && INNER.has(folded(name))), depth + 1),
    );
}

/** The first such address of a raw record, one that it calls primary before others; null where it has none. */
export const sourceLink = (raw: unknown): string | null => linksIn(raw, false, 0)[0] ?? null;
