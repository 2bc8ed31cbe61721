import canonicalize from 'canonicalize';
import type { CalendarDate } from '#shared/dates.ts';
import { lineUntil } from '#shared/facts/in-use.ts';
import { PACK_SCHEMAS, type Pack, type PackHead, type PackLine } from '#shared/facts/pack.ts';

/** A line with where it stands, and its own text for comparing it, whatever the order of its members. */
type Line = PackLine & { what: string; text: string };

/** What tells a line from the others of its part: the first of these that it has. */
const KEYS: readonly (readonly string[])[] = [
  ['bank', 'programme', 'from'],
  ['bank'],
  ['programme', 'kind'],
  ['code'],
  ['word'],
  ['country', 'names'],
  ['currency'],
  ['name'],
];

/** `lines LH`. */
function nameOf(part: string, line: Record<string, unknown>): string {
  const keys = KEYS.find(([first = '']) => Object.hasOwn(line, first)) ?? [];
  const names = keys.flatMap((key) => (typeof line[key] === 'string' ? line[key] : []));
  return [part, ...names].join(' ');
}

/** Every line of a pack, whatever part it is in. */
export function packLinesOf(pack: Pack): Line[] {
  return Object.entries(pack).flatMap(([part, value]) => {
    const lines: unknown[] = Array.isArray(value) ? value : part === 'busiest' ? [value] : [];
    return lines.flatMap((line) =>
      typeof line === 'object' && line !== null && 'source' in line
        ? [
            {
              ...(line as PackLine),
              what: `${pack.pack} ${nameOf(part, { ...line })}`,
              text: canonicalize(line) ?? '',
            },
          ]
        : [],
    );
  });
}

/** Lines past their date, which answers say of themselves. */
export const pastLines = (pack: Pack, today: CalendarDate): string[] =>
  packLinesOf(pack).flatMap((line) => (lineUntil(pack, line) < today ? line.what : []));

const MOST = 20;

/** What is wrong with a pack's text or content, each in a sentence; the pack where nothing is. */
export function checkPack(value: unknown): { pack: Pack; failures?: undefined } | { failures: string[] } {
  const kind = typeof value === 'object' && value !== null && 'pack' in value ? String(value.pack) : '';
  if (!Object.hasOwn(PACK_SCHEMAS, kind)) return { failures: ['It does not say which pack it is.'] };
  const shape = PACK_SCHEMAS[kind as keyof typeof PACK_SCHEMAS].safeParse(value);
  if (!shape.success)
    return {
      failures: shape.error.issues
        .slice(0, MOST)
        .map(({ path, message }) => `${kind} ${path.join('.')}: ${message}`),
    };
  const pack: Pack = shape.data;
  const head: PackHead = pack;
  const failures = [
    ...(pack.valid_until < pack.as_of ? [`${kind}: it is valid until before it was gathered.`] : []),
    ...packLinesOf(pack).flatMap(({ what, source }) =>
      Object.hasOwn(head.sources, source)
        ? []
        : [`${what}: its source “${source}” is not among the sources.`],
    ),
  ];
  return failures.length > 0 ? { failures: failures.slice(0, MOST) } : { pack };
}

/** How a pack's lines differ from another's of its kind. */
export function packDifference(pack: Pack, before: Pack) {
  const old = new Map(packLinesOf(before).map(({ what, text }) => [what, text] as const));
  const now = new Map(packLinesOf(pack).map(({ what, text }) => [what, text] as const));
  const added = [...now.keys()].filter((what) => !old.has(what));
  const changed = [...now].flatMap(([what, text]) => (old.has(what) && old.get(what) !== text ? what : []));
  const removed = [...old.keys()].filter((what) => !now.has(what));
  return { added, changed, removed };
}
