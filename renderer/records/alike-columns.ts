/** Columns in which every row has the same value, shown once above the table. Pure. */
import type { ContractClient } from '#shared/contract/index.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import type { FactColumn } from '#shared/records/record-facts.ts';
import { routeLabel } from './award-labels.ts';

export type Alike = Awaited<ReturnType<ContractClient['results']['scope']>>['alike'];

/** The common values, by column; null where there is none, or where it is evident or shown elsewhere. */
const labelsOf = (alike: Alike): Partial<Record<FactColumn, string | null>> => ({
  ...(alike.available !== undefined && {
    available: alike.available ? 'all with space' : 'no award space',
  }),
  ...(alike.direct !== undefined && { direct: alike.direct ? 'all direct' : 'none direct' }),
  ...(alike.programme && { programme: programmeLabel(alike.programme) }),
  ...(alike.route !== undefined && { route: routeLabel(alike.route) }),
  ...(alike.seenOnce && { seen: null }),
  ...(!alike.marked && { marks: null }),
  ...(!alike.priced && { price: null }),
  ...(!alike.wallet && { wallet: null }),
  ...(alike.oneSource && { source: null }),
  // With trip details the table has space only for some of them; the user can choose the rest.
  ...(alike.flown ? FLOWN_IF_CHOSEN : FLOWN),
  ...(!alike.taxed && { taxes: null }),
});

const FLOWN_IF_CHOSEN = { aircraft: null, sourceSaw: null } satisfies Partial<Record<FactColumn, null>>;
const FLOWN = { flights: null, stops: null, duration: null, ...FLOWN_IF_CHOSEN } satisfies Partial<
  Record<FactColumn, null>
>;

/** The columns that are the same in every row, or that are shown only by choice. */
export const alikeColumns = (alike: Alike): FactColumn[] => Object.keys(labelsOf(alike)) as FactColumn[];

/** The text shown above the table instead. */
export const alikeLabels = (alike: Alike): { column: FactColumn; words: string }[] =>
  (Object.entries(labelsOf(alike)) as [FactColumn, string | null][]).flatMap(([column, words]) =>
    words === null ? [] : { column, words },
  );
