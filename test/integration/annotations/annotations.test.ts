import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { createAnnotations } from '../../../electron/annotations/annotations.ts';
import { request, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-annotations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(outputs = new Map<string, unknown>()) {
  const stored = storeAwards(join(folder, 'milepost.sqlite'), outputs);
  const annotations = createAnnotations({
    storage: stored.storage,
    publish: () => {},
    identity: () => 'demo',
    clock: () => 5,
  });
  const rows = async (filter: object = {}): Promise<RecordRow[]> => {
    const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: [] };
    return (await stored.awards.handlers.records({ scope, filter, sort: [], offset: 0, limit: 100 })).rows;
  };
  return { ...stored, ...annotations, rows };
}

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
  }
  return 'nothing';
};

describe('marks on records', () => {
  it('stay with a record through later versions of it, a rebuild and a restart', async () => {
    const first = open();
    first.buy(answer([rawRecord('a'), rawRecord('b')]));
    const [row] = await first.rows();
    first.annotations.mark({
      versionIds: [row?.versionId ?? 0],
      change: { starred: true, addTags: ['honeymoon'], note: ' Ask Kim ' },
    });
    first.buy(answer([rawRecord('a', { JMileageCost: '60000' }), rawRecord('b')]));
    first.awards.rebuild();
    first.storage.close();

    const again = open(first.outputs);
    const [marked, other] = await again.rows();
    expect(marked).toMatchObject({
      miles: 60000,
      mark: { starred: true, tags: ['honeymoon'], note: 'Ask Kim' },
    });
    expect(other).toMatchObject({ miles: 70000 });
    expect(other).not.toHaveProperty('mark');
    again.storage.close();
  });

  it('belong to one cabin: the same ID of another cabin is another record', async () => {
    const { buy, rows, annotations, storage } = open();
    buy(answer([rawRecord('a')]));
    buy(answer([rawRecord('a')]), { input: request({ cabin: 'first' }) });
    const [business] = await rows();
    annotations.mark({ versionIds: [business?.versionId ?? 0], change: { starred: true } });
    expect((await rows()).map((row) => [row.cabin, row.mark?.starred ?? false])).toEqual([
      ['business', true],
      ['first', false],
    ]);
    storage.close();
  });

  it('can be filtered by, and are counted as tags', async () => {
    const { buy, rows, annotations, storage } = open();
    buy(answer([rawRecord('a'), rawRecord('b'), rawRecord('c')]));
    const [a, b] = await rows();
    const ids = [a?.versionId ?? 0, b?.versionId ?? 0];
    annotations.mark({ versionIds: ids, change: { addTags: ['spring'] } });
    annotations.mark({ versionIds: ids.slice(1), change: { starred: true, addTags: ['SPRING', 'x'] } });
    expect(await rows({ starred: true })).toHaveLength(1);
    expect(await rows({ starred: false })).toHaveLength(2);
    expect(await rows({ tags: ['x', 'unknown'] })).toHaveLength(1);
    expect(await rows({ tags: ['spring'] })).toHaveLength(2);
    expect(annotations.tags(undefined)).toEqual([
      { tag: 'spring', records: 2 },
      { tag: 'x', records: 1 },
    ]);
    annotations.mark({ versionIds: ids, change: { starred: false, removeTags: ['spring', 'x'] } });
    expect(storage.db.prepare('SELECT count(*) AS n FROM record_marks').get()).toEqual({ n: 0 });
    storage.close();
  });

  it('change for all chosen records or for none', async () => {
    const { buy, rows, annotations, storage } = open();
    buy(answer([rawRecord('a')]));
    const [a] = await rows();
    const versionIds = [a?.versionId ?? 0, 999];
    expect(codeOf(() => annotations.mark({ versionIds, change: { starred: true } }))).toBe('not_found');
    const tags = Array.from({ length: 20 }, (_, place) => `tag ${place}`);
    annotations.mark({ versionIds: versionIds.slice(0, 1), change: { addTags: tags } });
    expect(
      codeOf(() => annotations.mark({ versionIds: versionIds.slice(0, 1), change: { addTags: ['more'] } })),
    ).toBe('too_many_tags');
    expect((await rows())[0]?.mark).toMatchObject({ starred: false, tags });
    storage.close();
  });
});

describe('what is new', () => {
  it('is a record that no earlier page had, not a record that changed', async () => {
    const { buy, rows, storage } = open();
    buy(answer([rawRecord('a')]), { at: 1000 });
    buy(answer([rawRecord('a', { JMileageCost: '1' }), rawRecord('b')]), { at: 2000 });
    expect(await rows({ newSince: 2000 })).toHaveLength(1);
    expect(await rows({ newSince: 1000 })).toHaveLength(2);
    expect(await rows({ newSince: 2001 })).toHaveLength(0);
    storage.close();
  });
});
