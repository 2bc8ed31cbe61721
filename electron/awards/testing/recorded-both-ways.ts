import { joinCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import type { RandomPage } from './arbitraries.ts';
import { type ReferencePage, type ReferenceRow, referenceRows } from './reference-awards.ts';
import { storeAwards } from './stored-awards.ts';

/** Records random pages in a file and for the reference implementation. */
export function record(random: readonly RandomPage[]) {
  const stored = storeAwards();
  const reference: ReferencePage[] = [];
  const lastRun = new Map<string, number>();
  for (const [index, page] of random.entries()) {
    const { skip: _skip, cursor: _cursor, ...criteria } = page.input;
    const search = JSON.stringify(criteria);
    const at = 1000 + index;
    const continued = page.continues ? lastRun.get(search) : undefined;
    const { runId } = stored.buy(page.output, {
      input: page.input,
      at,
      ...(continued === undefined ? {} : { runId: continued }),
    });
    lastRun.set(search, runId);
    reference.push({ runId, search, input: page.input, at, output: page.output });
  }
  const searches = stored.awards.handlers.searches(undefined) as { searchId: number; criteria: object }[];
  const names = new Map(
    searches.map(({ searchId, criteria }) => {
      const { origin_airport, destination_airport, cabin, order_by, include_trips } = criteria as Record<
        string,
        string
      >;
      const same = reference.find(
        ({ input }) =>
          joinCodes(input.origin_airport.split(',')) === origin_airport &&
          input.destination_airport === destination_airport &&
          input.cabin === cabin &&
          input.order_by === order_by &&
          String(input.include_trips) === String(include_trips),
      );
      return [searchId, same?.search ?? ''] as const;
    }),
  );
  return {
    ...stored,
    pages: reference,
    reference: (which: Scope): ReferenceRow[] =>
      referenceRows(reference, which, (searchId) => names.get(searchId) ?? ''),
    /** The search of a run or of a run or search scope. */
    searchOf: (what: number | Scope): string | undefined => {
      if (typeof what !== 'number' && what.kind === 'search') return names.get(what.searchId);
      const runId = typeof what === 'number' ? what : what.kind === 'run' ? what.runId : 0;
      return reference.find((page) => page.runId === runId)?.search;
    },
    runs: [...new Set(reference.map((page) => page.runId))],
    searches: [...names.keys()],
  };
}
