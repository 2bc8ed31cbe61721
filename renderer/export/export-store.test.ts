import { expect, it, vi } from 'vitest';
import { fail } from '#shared/contract/failure.ts';
import { api } from '../api/api.ts';
import { saveAndNotify } from '../ui/save-file.ts';
import { cancelExport, startExport } from './export-store.ts';

vi.mock('../ui/save-file.ts', () => ({ saveAndNotify: vi.fn() }));
vi.mock('../api/api.ts', () => {
  const begin = vi.fn();
  return { api: { export: { begin, next: vi.fn(), cancel: vi.fn(async () => undefined) } } };
});

const what = { view: 'calendar' as const, scope: { kind: 'run' as const, runId: 1 }, filter: {} };

it('cancelling an export does not affect another one when its last piece is refused', async () => {
  const refuse: (() => void)[] = [];
  const give: (() => void)[] = [];
  vi.mocked(api.export.begin).mockImplementation(async ({ format }) => ({
    exportId: format,
    rows: 1,
    fileName: `file.${format}`,
    mimeType: 'text/plain',
  }));
  vi.mocked(api.export.next).mockImplementation(({ exportId }) =>
    new Promise<void>((resolve) => (exportId === 'csv' ? refuse : give).push(resolve)).then(() =>
      exportId === 'csv' ? fail('not_found', 'cancelled') : { text: 'all', rowsDone: 1, done: true },
    ),
  );
  const first = startExport(what, 'csv');
  await expect.poll(() => refuse.length).toBe(1);
  cancelExport();
  const second = startExport(what, 'json');
  await expect.poll(() => give.length).toBe(1);
  refuse[0]?.();
  await first;
  give[0]?.();
  await second;
  expect(vi.mocked(saveAndNotify).mock.calls).toEqual([['file.json', 'text/plain', ['all'], '1 row']]);
});
