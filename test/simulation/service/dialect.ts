import type { Draws } from '../draws.ts';

/**
 * How a service writes, for as long as it lives: also after it has recovered from everything else. All of it is legal
 * where the contract shows nothing (§2.5, §4) or the document declares it.
 */
export type Dialect = {
  spelling: 'as seen' | 'snake' | 'capitals' | 'other words' | 'long words';
  kinds: 'told' | 'left away';
  unknownMembers: boolean;
  listItems: 'whole' | 'reference and state' | 'no zone' | 'seconds' | 'ISO' | 'no Tool';
  afterVersion: 'integer' | 'text';
  cursor: 'text' | 'number';
  quoteRefs: 'new' | 'hashed';
  /** Ahead of true time, ms. */
  clockAhead: number;
  /** Of its clock, in parts per million. */
  drift: number;
  tellsDate: boolean;
  catalogueMember: 'items' | 'results' | 'tools';
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function dialectOf(draws: Draws): Dialect {
  const of = <Options extends Readonly<Record<string, unknown>>>(
    what: string,
    odds: number,
    options: Options,
  ) => draws.choose(`service's ${what}`, odds, options);
  return {
    spelling: of('spelling', 0.3, {
      'as seen': 'as seen',
      'snake case': 'snake',
      'capital letters': 'capitals',
      'other words': 'other words',
      'long words': 'long words',
    } as const),
    kinds: of('kinds', 0.1, { known: 'told', 'left away': 'left away' } as const),
    unknownMembers: of('further members', 0.3, { none: false, some: true }),
    listItems: of('list of Calls', 0.4, {
      complete: 'whole',
      'a reference and a state only': 'reference and state',
      'stamps without a zone': 'no zone',
      'stamps in seconds': 'seconds',
      'stamps in ISO 8601': 'ISO',
      'without the Tool': 'no Tool',
    } as const),
    afterVersion: of('afterVersion', 0.25, { integer: 'integer', 'declared as text': 'text' } as const),
    cursor: of('cursor', 0.1, { text: 'text', 'declared as a number': 'number' } as const),
    quoteRefs: of('quote references', 0.25, {
      'always new': 'new',
      'a hash of the offer': 'hashed',
    } as const),
    clockAhead: of('clock', 0.4, {
      right: 0,
      'five minutes behind': -5 * MINUTE_MS,
      'five minutes ahead': 5 * MINUTE_MS,
      'a day behind': -DAY_MS,
      'a day ahead': DAY_MS,
    }),
    drift: of('clock drift', 0.2, { none: 0, fast: 500, slow: -500 }),
    tellsDate: of('Date header', 0.25, { known: true, missing: false }),
    catalogueMember: of('catalogue member', 0.15, {
      items: 'items',
      'named results': 'results',
      'named tools': 'tools',
    } as const),
  };
}

/** Members of an answer under the other words that requests already accept (`MEMBERS` of the roles). */
const OTHER_WORDS: Readonly<Record<string, string>> = { callRef: 'callId', toolRef: 'toolId' };

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function spelled(name: string, spelling: Dialect['spelling']): string {
  if (spelling === 'snake') return snake(name);
  if (spelling === 'capitals') return name.slice(0, 1).toUpperCase() + name.slice(1);
  if (spelling === 'other words') return OTHER_WORDS[name] ?? name;
  if (spelling === 'long words') return name.replace(/Ref$/, 'Reference');
  return name;
}

/** Bytes of the Tool and what was asked come as they are: only the marketplace's own members have its spelling. */
const NOT_ITS_OWN = new Set(['output', 'normalizedInput', 'inputJsonSchema', 'outputJsonSchema']);

/** An answer as this service writes it. */
export function written(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, dialect));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => dialect.kinds === 'told' || name !== 'kind')
    .map(([name, of]) => [
      spelled(name, dialect.spelling),
      NOT_ITS_OWN.has(name) ? of : written(of, dialect),
    ]);
  return Object.fromEntries(members);
}
