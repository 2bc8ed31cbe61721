import { expect, it } from 'vitest';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openOutputs, textAsItCame } from './outputs.ts';

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

it('a part of an output is told letter by letter, wherever the answer holds it', () => {
  const row = '{"ID":"a","miles": 1.0,"miles":2e0 }';
  const storage = emptyDataFile();
  storage.db.pragma('foreign_keys = OFF');
  const outputs = openOutputs(storage);
  const text = `\ufeff{"kind":"completed","output":{"data":[{"ID":"b"}, ${row}]}}`;
  outputs.store('p', 'call', { bytes: Buffer.from(text), receivedAt: 1 }, ['output']);
  const output = outputs.outputOf('p') as { data: unknown[] };
  expect(textAsItCame(output, output.data, 1)).toBe(row);
  expect(textAsItCame(output, output)).toBe(`{"data":[{"ID":"b"}, ${row}]}`);
  expect(textAsItCame(output, {}, 1)).toBeNull();
  storage.close();
});
