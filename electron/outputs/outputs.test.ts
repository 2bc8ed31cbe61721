import { expect, it } from 'vitest';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openOutputs } from './outputs.ts';

const CALL = JSON.stringify({ kind: 'completed', callRef: 'c', output: { data: [{ ID: 'a' }] } });

it.each([
  ['as it is', CALL],
  ['with a byte-order mark', `\ufeff${CALL}`],
])('an answer that could be read when it came can be read when it is stored: %s', (_how, text) => {
  const storage = emptyDataFile();
  storage.db.pragma('foreign_keys = OFF');
  const outputs = openOutputs(storage);
  outputs.store('p', 'call', { bytes: Buffer.from(text), receivedAt: 1 }, ['output']);
  expect(outputs.outputOf('p')).toEqual({ data: [{ ID: 'a' }] });
  expect(Buffer.from(outputs.bytesOf('p')?.bytes ?? []).toString()).toBe(text);
  storage.close();
});
