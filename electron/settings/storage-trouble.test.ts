import { expect, it } from 'vitest';
import { storageProblem } from '../storage/problem.ts';
import { watchStorage } from '../storage/storage-trouble.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { storedData } from './stored-data.ts';

it.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN'])(
  'a write that fails is told once, until one succeeds: %s',
  (code) => {
    const { db, close } = emptyDataFile();
    let later = () => {};
    let changes = 0;
    const trouble = watchStorage({
      db,
      file: '/nowhere/milepost.sqlite',
      after: (_ms, run) => {
        later = run;
        return () => {};
      },
      onChange: () => {
        changes += 1;
      },
    });
    const { problems } = storedData(db, storedSettings(db), () => {}, trouble);
    expect(problems()).toEqual([]);
    const error = Object.assign(new Error('no'), { code });
    for (let times = 0; times < 5; times++) trouble.failed(error);
    expect(changes).toBe(1);
    expect(problems()).toEqual([
      {
        words: expect.stringContaining(storageProblem(error, '/nowhere/milepost.sqlite').words),
        path: '/purchases',
        action: 'Open Purchases',
      },
    ]);
    db.pragma('query_only = ON');
    later();
    expect(problems()).toHaveLength(1);
    db.pragma('query_only = OFF');
    later();
    expect([problems(), changes]).toEqual([[], 2]);
    close();
  },
);

it('another program’s turn on the file, and a row that it does not take, are no trouble', () => {
  const { db, close } = emptyDataFile();
  const trouble = watchStorage({ db, file: 'f', after: () => () => {}, onChange: () => {} });
  for (const code of ['SQLITE_BUSY', 'SQLITE_CONSTRAINT_NOTNULL'])
    trouble.failed(Object.assign(new Error('no'), { code }));
  expect(trouble.problem()).toBeNull();
  close();
});
