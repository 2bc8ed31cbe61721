import type { Answered, Core } from './core.ts';
import { wrappedWhole } from './dialect.ts';
import { candidate, described, toolRefOf } from './document.ts';

const HOUR_MS = 3_600_000;

/** The public part: the freshness of the catalogue, and the award search in it. */
export function catalogueOf(core: Core) {
  const { draws, odds, dialect, clock, now } = core;
  const answered = (body: Record<string, unknown>) => core.answered(200, wrappedWhole(body, dialect));
  /** Some repeatedly show only a part of what there is, and state it. */
  const habit = draws.choose('habit of the catalogue', 0.2, { none: 0, 'shows a part': 0.6 });
  let generation = 0;
  let listed: number | null = now();

  function freshness(): Answered {
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
    return answered({
      schemaVersion: 'catalogue-status:v1',
      ...body,
      completedAt: Math.floor(clock() - HOUR_MS),
    });
  }

  function tools(role: 'list' | 'search', query: unknown): Answered {
    const items = listed === null ? [] : [candidate(generation, dialect)];
    const partial = draws.choose(`part of a ${role}`, core.hasRecovered() ? 0 : habit, {
      whole: null,
      'told as a flag': true,
      'told as a text': 'true',
      'told as a number': 1,
    });
    // In these forms it shows less than there is, and states it or makes it visible.
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      `shape of a ${role}`,
      odds('catalogue'),
      {
        complete: { count: items.length, items },
        'partial, told as a text': { count: 0, items: [], partialResults: 'true' },
        partial: { count: 0, items: [], partialResults: true },
        'a count without items': { count: 12, items: [] },
        'no items at all': { count: items.length },
        'items that are no list': { count: items.length, items: { 0: items[0] ?? null } },
        'more to come': { count: 0, items: [], pagination: { limit: 50, hasMore: true, nextCursor: 'next' } },
        'items under their own name': { count: items.length, [dialect.catalogueMember]: items },
      },
    ) as Record<string, unknown>;
    const { items: shown, ...rest } =
      partial === null ? shape : { count: 0, items: [], partialResults: partial };
    return answered({
      kind: 'ok',
      schemaVersion: 'registry-tools:v1',
      ...(role === 'search' ? { query } : {}),
      pagination: { limit: 50, hasMore: false },
      ...rest,
      ...(shown === undefined ? {} : { [dialect.catalogueMember]: shown }),
    });
  }

  const isCurrent = (toolRef: unknown): boolean => listed !== null && toolRef === toolRefOf(generation);

  function describe(toolRef: unknown): Answered {
    if (!isCurrent(toolRef)) return answered({ kind: 'not_found', toolRef });
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      'shape of a description',
      odds('catalogue') / 2,
      {
        complete: { kind: 'found', tool: described(generation, dialect) },
        'partial, and not found': { kind: 'not_found', toolRef, partialResults: true },
        'partial, told as a text': { kind: 'not_found', toolRef, partialResults: 'true' },
        'without the Tool': { kind: 'found' },
      },
    ) as Record<string, unknown>;
    return answered(shape);
  }

  function compare(): Answered {
    const tools = listed === null ? [] : [candidate(generation, dialect)];
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      'shape of a comparison',
      odds('catalogue'),
      {
        complete: { kind: 'ok', tools },
        'partial, told as a text': { kind: 'ok', tools: [], partialResults: 'true' },
        'no Tools at all': { kind: 'ok' },
      },
    ) as Record<string, unknown>;
    return answered(shape);
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
