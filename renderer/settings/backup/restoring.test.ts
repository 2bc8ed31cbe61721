import { afterEach, expect, test, vi } from 'vitest';

const restore = {
  begin: vi.fn(async () => ({ restoreId: 'r1' })),
  send: vi.fn(async () => ({ received: 3 })),
  check: vi.fn(async () => ({})),
  merge: vi.fn(async () => ({})),
  cancel: vi.fn(async () => ({})),
};
vi.mock('../../api/api.ts', () => ({ api: { restore } }));
// A browser's own reader of files, which Node has not.
vi.mock('../../ui/file-pieces.ts', () => ({ base64Of: async () => 'YWJj' }));
const { cancelRestore, mergeIt, sendBackup, resumeRestore } = await import('./restoring.ts');

type UnderWay = Parameters<typeof resumeRestore>[0];
/** The contents of a checked backup, as far as these tests read them. */
const checked = (restoreId: string) => ({ restoreId, phase: 'checked', contents: {} }) as UnderWay;

afterEach(() => vi.clearAllMocks());

test('a cancelled backup is not resumed by a late answer', async () => {
  await sendBackup(new File(['abc'], 'backup.sqlite'));
  cancelRestore();
  resumeRestore(checked('r1'));
  await mergeIt();
  expect(restore.cancel).toHaveBeenCalledWith({ restoreId: 'r1' });
  expect(restore.merge).not.toHaveBeenCalled();
});

test('a backup that was checked before a reload is resumed', async () => {
  resumeRestore(checked('r2'));
  await mergeIt();
  expect(restore.merge).toHaveBeenCalledWith({ restoreId: 'r2' });
});
