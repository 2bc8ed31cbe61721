import type { Draws } from './draws.ts';

/** What a service does permanently, even after it has recovered from everything else. Its words are drawn in `words.ts`. */
export type Habits = {
  unknownMembers: boolean;
  listItems: 'whole' | 'reference and state' | 'no Tool';
  /** How long its list of Calls omits a new one, ms; it never states so. */
  listLag: number;
  /** An order by a reference that two requests share is for the last of them, or for the first. */
  quoteRefs: 'new' | 'hashed' | 'shared, the last' | 'shared, the first';
  /** Ahead of true time, ms. */
  clockAhead: number;
  /** Of its clock, in parts per million. */
  drift: number;
  hasDateHeader: boolean;
  rows: 'plain' | 'odd';
  pages: 'first cursor and skip' | 'moving cursor' | 'cursor that counts rows';
  /** Its status answer for a Call that was not refused. */
  statusIs: 'found' | 'the result';
  statesVersion: boolean;
  /** The status of an answer about a Call: the same for all, or 201 and 202 by its meaning. */
  codes: 'one' | 'by meaning';
  /** Whether it lists the capability by the ID of its operation (§1.7). */
  listsOperation: boolean;
  versionHeaders: Readonly<Record<string, string>>;
  /** Whether the metadata of its authorization server is only at the path of OpenID Connect. */
  openIdPath: boolean;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function habitsOf(draws: Draws): Habits {
  const of = <Options extends Readonly<Record<string, unknown>>>(
    what: string,
    odds: number,
    options: Options,
  ) => draws.choose(`service's ${what}`, odds, options);
  return {
    unknownMembers: of('further members', 0.3, { none: false, some: true }),
    listItems: of('list of Calls', 0.4, {
      complete: 'whole',
      'a reference and a state only': 'reference and state',
      'without the Tool': 'no Tool',
    } as const),
    listLag: of('lag of the list of Calls', 0.5, {
      none: 0,
      'ten seconds': 10_000,
      'two minutes': 2 * MINUTE_MS,
      'ten minutes': 10 * MINUTE_MS,
      'two hours': 120 * MINUTE_MS,
    }),
    quoteRefs: of('quote references', 0.3, {
      'always new': 'new',
      'a hash of the offer': 'hashed',
      'shared by requests, for the last': 'shared, the last',
      'shared by requests, for the first': 'shared, the first',
    } as const),
    clockAhead: of('clock', 0.4, {
      right: 0,
      'five minutes behind': -5 * MINUTE_MS,
      'five minutes ahead': 5 * MINUTE_MS,
      'a day behind': -DAY_MS,
      'a day ahead': DAY_MS,
    }),
    drift: of('clock drift', 0.2, { none: 0, fast: 500, slow: -500 }),
    hasDateHeader: of('Date header', 0.25, { known: true, missing: false }),
    rows: of('rows', 0.2, { plain: 'plain', odd: 'odd' } as const),
    pages: of('pages', 0.3, {
      'by the first cursor': 'first cursor and skip',
      'by a moving cursor': 'moving cursor',
      'by a cursor that counts': 'cursor that counts rows',
    } as const),
    statusIs: of('form of a status', 0.15, { found: 'found', 'the result': 'the result' } as const),
    statesVersion: of('version of a status', 0.1, { stated: true, missing: false }),
    codes: of('codes of answers', 0.15, { 'the same': 'one', 'by what they say': 'by meaning' } as const),
    listsOperation: of('listing', 0.15, { 'as seen': false, 'as the contract writes': true }),
    versionHeaders: of<Record<string, Record<string, string>>>('version headers', 0.15, {
      none: {},
      'a Sunset as RFC 850': { sunset: 'Sunday, 06-Nov-33 08:49:37 GMT' },
      'a Deprecation with parameters': { deprecation: '@1793491200; note="next year"' },
      both: { sunset: 'Sun Nov  6 08:49:37 2033', deprecation: '@1793491200' },
    }) as Readonly<Record<string, string>>,
    openIdPath: of('metadata of its authorization server', 0.3, {
      'where OAuth has it': false,
      'where OpenID Connect has it': true,
    }),
  };
}
