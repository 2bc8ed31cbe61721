/** What a row shows, in Milepost and in its peer. */
export type PeerRow = {
  id: number;
  date: string;
  route: string;
  programme: string;
  available: boolean;
  miles: number | null;
  seats: number | null;
  direct: boolean;
  airlines: string;
  seen: number;
};

/** The changes of `../changes.ts` that the peer also makes, in the form of its filters. */
export const PEER_FILTERS: Readonly<Record<string, { model: Record<string, unknown> } | { quick: string }>> =
  {
    'filter: award space': { model: { available: { filterType: 'text', type: 'true' } } },
    'filter: direct': { model: { direct: { filterType: 'text', type: 'true' } } },
    'filter: most miles': {
      model: { miles: { filterType: 'number', type: 'lessThanOrEqual', filter: 60_000 } },
    },
    'filter: programme': { model: { programme: { filterType: 'text', type: 'equals', filter: 'aeroplan' } } },
    'filter: a word': { quick: 'lhr' },
  };

/** The rows that each filter leaves, to recognise when the peer shows them. */
export const LEFT: Readonly<Record<string, (row: PeerRow) => boolean>> = {
  'filter: award space': (row) => row.available,
  'filter: direct': (row) => row.direct,
  'filter: most miles': (row) => row.miles !== null && row.miles <= 60_000,
  'filter: programme': (row) => row.programme === 'aeroplan',
  'filter: a word': (row) =>
    [row.route, row.programme, row.airlines].some((text) => text.toLowerCase().includes('lhr')),
};

/** Columns that the peer sorts by a click on their head, ascending. */
export const PEER_SORTS = ['miles', 'programme', 'route', 'airlines'] as const;

/** The names of all of these in `../changes.ts`. */
export const PEER_CHANGES: ReadonlySet<string> = new Set([
  ...PEER_SORTS.map((by) => `sort: ${by}`),
  ...Object.keys(PEER_FILTERS),
]);
