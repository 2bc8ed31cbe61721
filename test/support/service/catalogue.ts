import type { Core, Said } from './core.ts';
import { candidate, described, toolRefOf } from './listing.ts';

const HOUR_MS = 3_600_000;

/** The public part: the freshness of the catalogue, and the award search in it. */
export function catalogueOf(core: Core) {
  const { draws, odds, habits, clock, now } = core;
  const said = (body: Record<string, unknown>) => core.said(200, body);
  /** Some repeatedly show only a part of what there is, and state it. */
  const habit = draws.choose('habit of the catalogue', 0.2, { none: 0, 'shows a part': 0.6 });
  let generation = 0;
  let listed: number | null = now();

  function freshness(): Said {
    const body = draws.choose<Record<string, Record<string, unknown>>>('freshness', odds('catalogue'), {
      fresh: { status: 'fresh', refreshState: 'complete' },
      stale: { status: 'stale', refreshState: 'complete' },
      'fresh while it failed': {
        status: 'fresh',
        refreshState: 'failed',
        lastError: 'directory_read_failed',
      },
      absent: { status: 'absent', refreshState: 'none' },
      'one never seen': { status: 'rebuilding', refreshState: 'refreshing' },
    });
    return said({
      schemaVersion: 'catalogue-status:v1',
      ...body,
      completedAt: Math.floor(clock() - HOUR_MS),
    });
  }

  function tools(role: 'list' | 'search', query: unknown): Said {
    const items = listed === null ? [] : [candidate(generation, habits)];
    const partial = draws.choose(`part of a ${role}`, core.hasRecovered() ? 0 : habit, {
      whole: null,
      stated: true,
    });
    // In these forms it shows less than there is, and states it.
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      `shape of a ${role}`,
      odds('catalogue'),
      {
        complete: { count: items.length, items },
        partial: { count: 0, items: [], partialResults: true },
        'a count without items': { count: 12, items: [] },
        'more to come': { count: 0, items: [], pagination: { limit: 50, hasMore: true, nextCursor: 'next' } },
      },
    ) as Record<string, unknown>;
    return said({
      kind: 'ok',
      schemaVersion: 'registry-tools:v1',
      ...(role === 'search' ? { query } : {}),
      pagination: { limit: 50, hasMore: false },
      ...(partial === null ? shape : { count: 0, items: [], partialResults: partial }),
    });
  }

  const isCurrent = (toolRef: unknown): boolean => listed !== null && toolRef === toolRefOf(generation);

  function describe(toolRef: unknown): Said {
    if (!isCurrent(toolRef)) return said({ kind: 'not_found', toolRef });
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      'shape of a description',
      odds('catalogue') / 2,
      {
        complete: { kind: 'found', tool: described(generation, habits) },
        'partial, and not found': { kind: 'not_found', toolRef, partialResults: true },
      },
    ) as Record<string, unknown>;
    return said(shape);
  }

  function compare(): Said {
    const tools = listed === null ? [] : [candidate(generation, habits)];
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      'shape of a comparison',
      odds('catalogue'),
      {
        complete: { kind: 'ok', tools },
        partial: { kind: 'ok', tools: [], partialResults: true },
      },
    ) as Record<string, unknown>;
    return said(shape);
  }

  return {
    freshness,
    tools,
    describe,
    compare,
    isCurrent,
    listedSince: () => listed,
    /** The same Tool under another reference, or not at all for a while. */
    republish(hidden: boolean): void {
      generation += 1;
      listed = hidden ? null : now();
    },
    recover(): void {
      listed ??= now();
    },
  };
}
